import {
  addSample,
  Decimal,
  finishAggregate,
  invariant,
  matchesFilters,
  type Properties,
  propertyDecimal,
  propertyOf,
  type RunningAggregate,
  startAggregate,
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
  const readings = questions.map(startReading);
  for await (const rows of eventRows(tx, questions)) {
    for (const row of rows) {
      const reading = readings[row.position];
      invariant(reading !== undefined, `no question ${row.position}`);
      addEvent(reading, row);
    }
  }
  return readings.map(finishReading);
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

function asked({ accountId, metric, start, end, throughSequence }: UsageQuestion, position: number): object {
  return {
    position,
    accountId,
    eventName: metric.eventName,
    // A level is led to by everything before the period (R-MET-1, weighted_sum).
    start: metric.aggregation.method === "weighted_sum" ? "-infinity" : start,
    end,
    throughSequence: throughSequence ?? LAST_SEQUENCE,
    readsProperties: metric.aggregation.method !== "count" || metric.filters.length > 0,
  };
}

/** A question on the way to its answer; changed in place as its events go by. */
interface Reading {
  readonly question: UsageQuestion;
  readonly start: number;
  readonly end: number;
  aggregate: RunningAggregate;
  carriedIn: Decimal;
  firstEventAt: string | null;
  lastEventAt: string | null;
}

function startReading(question: UsageQuestion): Reading {
  return {
    question,
    start: Date.parse(question.start),
    end: Date.parse(question.end),
    aggregate: startAggregate(question.metric.aggregation),
    carriedIn: Decimal.zero,
    firstEventAt: null,
    lastEventAt: null,
  };
}

const NONE: Properties = {};

function addEvent(reading: Reading, row: EventRow): void {
  const { metric } = reading.question;
  const properties = row.properties === null ? NONE : readProperties(row.properties);
  if (!matchesFilters(metric.filters, properties)) return;
  const { field } = metric.aggregation;
  const value = field === null ? undefined : propertyOf(properties, field);
  const at = Date.parse(row.timestamp);
  if (at < reading.start) {
    reading.carriedIn = reading.carriedIn.plus(
      (value === undefined ? undefined : propertyDecimal(value)) ?? Decimal.zero,
    );
    return;
  }
  const counted = reading.aggregate.eventCount;
  reading.aggregate = addSample(reading.aggregate, { at, value, sequence: Number(row.sequence) });
  if (reading.aggregate.eventCount === counted) return;
  if (reading.firstEventAt === null || row.timestamp < reading.firstEventAt) reading.firstEventAt = row.timestamp;
  if (reading.lastEventAt === null || row.timestamp > reading.lastEventAt) reading.lastEventAt = row.timestamp;
}

/** A number too long for a float becomes its digits as text, which the engine reads as the same decimal. */
function readProperties(text: string): Properties {
  return parseExactJson(text, (digits) => digits) as Properties;
}

function finishReading({
  question,
  aggregate,
  start,
  end,
  carriedIn,
  firstEventAt,
  lastEventAt,
}: Reading): UsageAnswer {
  const { quantity, eventCount, skipped } = finishAggregate(aggregate, { start, end, carriedIn });
  return {
    key: question.key,
    quantity,
    eventCount: Number(eventCount.toString()),
    firstEventAt,
    lastEventAt,
    skippedEvents: skipped,
  };
}
