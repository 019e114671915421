import { ignoresTimes, type MeasuredEvent, type Properties } from "@counterfoil/engine";
import type { Tx } from "../database/tx.ts";
import { readKeptEvents } from "../dropped-months/kept-months.ts";
import { type Border, borderValues, endedSince, inPostgres } from "../history/border.ts";
import type { Asked, EventsQuestion, Streamed } from "./events-question.ts";
import { ORGANIZATION_NUMBER } from "./organization-number.ts";
import { propertiesRead } from "./properties-read.ts";
import { readProperties } from "./read-properties.ts";
import { beginHistory, type Ended, streamHistory, streamsOf } from "./stream-history.ts";

/** Events fetched at once. This limits the memory of a reading. */
const ROWS_PER_FETCH = 5_000;

/** An event for the question at `position`, or one that ClickHouse has and that ended. */
interface EventRow {
  position: number;
  timestamp: string;
  sequence: string;
  properties: string | null;
  ended: string | null;
}

/**
 * The events of all questions, one question after another, with a few thousand events in memory. Numbers keep all their
 * digits (R-MET-1). With a border, PostgreSQL's events come first, then those of ClickHouse in no order (R-HIST-2).
 */
export async function* streamEvents(
  tx: Tx,
  questions: readonly EventsQuestion[],
  border: Border | null,
): AsyncGenerator<Streamed> {
  if (questions.length === 0) return;
  const asked = questions.map(toAsked);
  const kept = border === null ? null : await inPostgresAlone(tx, border, { questions, asked });
  if (kept !== null) {
    yield kept;
    return yield* streamEvents(tx, questions, null);
  }
  const history = border === null ? null : beginHistory(border, asked, await streamsOf(tx, asked));
  const ended: Ended[] = [];
  // One statement, so that an amendment is seen as a whole: the end of the event, and the event that replaces it.
  const declared = tx.sql(
    `declare usage_reading no scroll cursor for
     select q.position, e.timestamp, e.sequence,
       case when q."readsProperties" then e.properties::text end as properties, null::bigint as ended
     from jsonb_to_recordset($2) as q (position integer, "accountId" text, "eventName" text, start timestamptz,
       "end" timestamptz, "throughSequence" bigint, "readsProperties" boolean)
     join usage_stream s on s.organization_id = $1 and s.account_id = q."accountId" and s.event_name = q."eventName"
     join usage_event e on e.stream_id = s.id and e.timestamp >= q.start and e.timestamp < q.end and e.sequence <= q."throughSequence"
       and (e.voided_sequence is null or e.voided_sequence > q."throughSequence")${border === null ? "" : AFTER_BORDER}`,
    [tx.organizationId, JSON.stringify(asked), ...(border === null ? [] : borderValues(border))],
  );
  const fetchNext = () => tx.sql<EventRow>(`fetch ${ROWS_PER_FETCH} from usage_reading`);
  // Sent together, because most readings have few events, and then the way to the database is what they wait for.
  let [, rows] = await Promise.all([declared, fetchNext()]);
  for (;;) {
    ended.push(...rows.flatMap(({ ended: end, ...row }) => (end === null ? [] : { ...row, end: BigInt(end) })));
    yield rows.filter((row) => row.ended === null).map((row) => ({ position: row.position, event: toEvent(row) }));
    if (rows.length < ROWS_PER_FETCH) break;
    rows = await fetchNext();
  }
  await tx.sql("close usage_reading");
  if (border !== null && history !== null) yield* streamHistory(border, history, { questions, ended });
}

const LAST_SEQUENCE = (2n ** 63n - 1n).toString();

/** Events beyond the border, and ends after the watermark of events before the border. */
const AFTER_BORDER = `
     where ${inPostgres("$3", "$4")}
     union all
     select -1, e.timestamp, e.sequence, null, e.voided_sequence
     from usage_event e
     where e.organization_number = ${ORGANIZATION_NUMBER} and ${endedSince("$3", "$4")}`;

/** So many events are read from PostgreSQL before ClickHouse has looked up one. */
const FEW = 2_000;

/**
 * What PostgreSQL keeps of dropped months, if it has all events of the questions with that, and they are few: then two stores would
 * only take more time. Otherwise null.
 */
async function inPostgresAlone(
  tx: Tx,
  { history, before, droppedBefore }: Border,
  { questions, asked }: { readonly questions: readonly EventsQuestion[]; readonly asked: readonly Asked[] },
): Promise<Streamed | null> {
  if (history.readsCopied) return null;
  const isDropped = ({ start }: Asked) =>
    droppedBefore !== null && (start === "-infinity" || Date.parse(start) < Date.parse(droppedBefore));
  const readsSequences = questions.some(({ question }) => question.metric.aggregation.method === "latest");
  const kept = !asked.some(isDropped) ? [] : readsSequences ? null : await readKeptEvents(tx, asked);
  if (kept === null) return null;
  // Without the copied events, everything that PostgreSQL has is read from it in any case.
  return before !== "infinity" || (await areFewStored(tx, asked)) ? kept : null;
}

async function areFewStored(tx: Tx, asked: readonly Asked[]): Promise<boolean> {
  const [found] = await tx.sql<{ isFew: boolean }>(
    `select count(*) < $3 as is_few from (
       select from jsonb_to_recordset($2) as q ("accountId" text, "eventName" text, start timestamptz, "end" timestamptz)
       join usage_stream s on s.organization_id = $1 and s.account_id = q."accountId" and s.event_name = q."eventName"
       join usage_event e on e.stream_id = s.id and e.timestamp >= q.start and e.timestamp < q.end limit $3
     ) as first_ones`,
    [tx.organizationId, JSON.stringify(asked), FEW],
    "count-few-events",
  );
  return found?.isFew ?? false;
}

function toAsked({ position, question, stretch }: EventsQuestion): Asked {
  const { accountId, metric, throughSequence } = question;
  const properties = propertiesRead(question);
  return {
    position,
    accountId,
    eventName: metric.eventName,
    // A level depends on all events before the period (R-MET-1, weighted_sum).
    start: metric.aggregation.method === "weighted_sum" ? "-infinity" : new Date(stretch.start).toISOString(),
    end: new Date(stretch.end).toISOString(),
    throughSequence: throughSequence ?? LAST_SEQUENCE,
    readsProperties: properties.length > 0,
    properties,
    alike: ignoresTimes(metric.aggregation) ? properties : null,
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
