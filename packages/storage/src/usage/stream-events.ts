import type { MeasuredEvent, Properties } from "@counterfoil/engine";
import type { Tx } from "../database/tx.ts";
import { readProperties } from "./read-properties.ts";
import type { Stretch } from "./totals/bucket.ts";
import type { UsageQuestion } from "./usage-store.ts";

/** Events fetched at once. This limits the memory of a reading. */
const ROWS_PER_FETCH = 5_000;

/** A stretch of a question that is measured from its events. */
export interface EventsQuestion {
  readonly position: number;
  readonly question: UsageQuestion;
  readonly stretch: Stretch;
}

/** An event for the question at `position`. */
interface EventRow {
  position: number;
  timestamp: string;
  sequence: string;
  properties: string | null;
}

/**
 * The events of all questions, one question after another, with a few thousand events in memory. Numbers keep all their
 * digits (R-MET-1).
 */
export async function* streamEvents(
  tx: Tx,
  questions: readonly EventsQuestion[],
): AsyncGenerator<{ position: number; event: MeasuredEvent }[]> {
  if (questions.length === 0) return;
  await tx.sql(
    `declare usage_reading no scroll cursor for
     select q.position, e.timestamp, e.sequence,
       case when q."readsProperties" then e.properties::text end as properties
     from jsonb_to_recordset($2) as q (position integer, "accountId" text, "eventName" text, start timestamptz,
       "end" timestamptz, "throughSequence" bigint, "readsProperties" boolean)
     join usage_stream s on s.organization_id = $1 and s.account_id = q."accountId" and s.event_name = q."eventName"
     join usage_event e on e.stream_id = s.id and e.timestamp >= q.start and e.timestamp < q."end" and e.sequence <= q."throughSequence"
       and (e.voided_sequence is null or e.voided_sequence > q."throughSequence")`,
    [tx.organizationId, JSON.stringify(questions.map(asked))],
  );
  for (;;) {
    const rows = await tx.sql<EventRow>(`fetch ${ROWS_PER_FETCH} from usage_reading`);
    yield rows.map((row) => ({ position: row.position, event: toEvent(row) }));
    if (rows.length < ROWS_PER_FETCH) break;
  }
  await tx.sql("close usage_reading");
}

const LAST_SEQUENCE = (2n ** 63n - 1n).toString();

function asked({ position, question, stretch }: EventsQuestion): object {
  const { accountId, metric, throughSequence, groupBy } = question;
  return {
    position,
    accountId,
    eventName: metric.eventName,
    // A level depends on all events before the period (R-MET-1, weighted_sum).
    start: metric.aggregation.method === "weighted_sum" ? "-infinity" : new Date(stretch.start).toISOString(),
    end: new Date(stretch.end).toISOString(),
    throughSequence: throughSequence ?? LAST_SEQUENCE,
    readsProperties: metric.aggregation.method !== "count" || metric.filters.length > 0 || groupBy.length > 0,
  };
}

const NONE: Properties = {};

function toEvent({ timestamp, sequence, properties }: EventRow): MeasuredEvent {
  return {
    at: Date.parse(timestamp),
    sequence: Number(sequence),
    properties: properties === null ? NONE : readProperties(properties),
  };
}
