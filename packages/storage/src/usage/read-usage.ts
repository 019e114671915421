import {
  addEvent,
  Decimal,
  finishMeasurement,
  instantText,
  invariant,
  type Measured,
  type MeasuredEvent,
  type Measurement,
  type Properties,
  startMeasurement,
  type TooManyGroups,
} from "@counterfoil/engine";
import type { Tx } from "../database/tx.ts";
import { parseExactJson } from "./exact-json.ts";
import type { UsageAnswer, UsageQuestion } from "./usage-store.ts";

/** Events fetched at once: what bounds the memory of a reading. */
const ROWS_PER_FETCH = 5_000;

/** One event that answers the question at `position`. */
interface EventRow {
  position: number;
  timestamp: string;
  sequence: string;
  properties: string | null;
}

/**
 * Measures usage from the raw events, which stream by: any number of questions is one query. Runs inside a transaction, for
 * the stream is a cursor of it. Numbers keep all their digits (R-MET-1).
 */
export async function readUsage(tx: Tx, questions: readonly UsageQuestion[]): Promise<UsageAnswer[]> {
  if (questions.length === 0) return [];
  const readings = questions.map((question) => ({ question, measurement: startReading(question) }));
  for await (const rows of eventRows(tx, questions)) {
    for (const row of rows) {
      const reading = readings[row.position];
      invariant(reading !== undefined, `no question ${row.position}`);
      addEvent(reading.measurement, toEvent(row));
    }
  }
  return readings.map(({ question, measurement }) => toAnswer(question, finishMeasurement(measurement)));
}

/** The events of all questions, a few thousand at a time. */
async function* eventRows(tx: Tx, questions: readonly UsageQuestion[]): AsyncGenerator<EventRow[]> {
  await tx.sql(
    `declare usage_reading no scroll cursor for
     select q.position, e.timestamp, e.sequence,
       case when q."readsProperties" then e.properties::text end as properties
     from jsonb_to_recordset($2) as q (position integer, "accountId" text, "eventName" text, start timestamptz,
       "end" timestamptz, "throughSequence" bigint, "readsProperties" boolean)
     join usage_event e on e.organization_id = $1 and e.account_id = q."accountId" and e.event_name = q."eventName"
       and e.timestamp >= q.start and e.timestamp < q."end" and e.sequence <= q."throughSequence"`,
    [tx.organizationId, JSON.stringify(questions.map(asked))],
  );
  for (;;) {
    const rows = await tx.sql<EventRow>(`fetch ${ROWS_PER_FETCH} from usage_reading`);
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_PER_FETCH) break;
  }
  await tx.sql("close usage_reading");
}

const LAST_SEQUENCE = (2n ** 63n - 1n).toString();

function asked({ accountId, metric, start, end, throughSequence, groupBy }: UsageQuestion, position: number): object {
  return {
    position,
    accountId,
    eventName: metric.eventName,
    // A level is led to by everything before the period (R-MET-1, weighted_sum).
    start: metric.aggregation.method === "weighted_sum" ? "-infinity" : start,
    end,
    throughSequence: throughSequence ?? LAST_SEQUENCE,
    readsProperties: metric.aggregation.method !== "count" || metric.filters.length > 0 || groupBy.length > 0,
  };
}

function startReading({ metric, start, end, groupBy, except }: UsageQuestion): Measurement {
  const { filters, aggregation } = metric;
  const gaps = except.map((gap) => ({ start: Date.parse(gap.start), end: Date.parse(gap.end) }));
  const window = { start: Date.parse(start), end: Date.parse(end), except: gaps };
  return startMeasurement({ filters, aggregation, groupBy, window });
}

const NONE: Properties = {};

function toEvent({ timestamp, sequence, properties }: EventRow): MeasuredEvent {
  return {
    at: Date.parse(timestamp),
    sequence: Number(sequence),
    properties: properties === null ? NONE : readProperties(properties),
  };
}

/** A number too long for a float becomes its plain digits as text, which the engine reads as the same decimal. */
function readProperties(text: string): Properties {
  return parseExactJson(text, (digits) => Decimal.parse(digits)?.toCanonical() ?? digits) as Properties;
}

function toAnswer({ key, accountId, metric, groupBy }: UsageQuestion, measured: Measured | TooManyGroups): UsageAnswer {
  if (measured.kind === "too_many_groups") return { ...measured, key, accountId, metricId: metric.id, groupBy };
  const { kind, quantity, eventCount, skipped, firstAt, lastAt, groups } = measured;
  return {
    kind,
    key,
    quantity,
    eventCount,
    firstEventAt: firstAt && instantText(firstAt),
    lastEventAt: lastAt && instantText(lastAt),
    skippedEvents: skipped,
    groups,
  };
}
