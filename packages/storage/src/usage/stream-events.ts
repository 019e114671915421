import { type AlikeEvents, ignoresTimes, type MeasuredEvent, type Properties } from "@counterfoil/engine";
import type { Tx } from "../database/tx.ts";
import { type Border, borderValues, endedSince, inPostgres } from "../history/border.ts";
import { type AlikeQuestion, readAlike } from "../history/read-alike.ts";
import { type HistoryQuestion, readHistory, readHistoryEnds } from "../history/read-history.ts";
import { beforeBorder, microseconds, milliseconds } from "../history/history-time.ts";
import { ORGANIZATION_NUMBER } from "./organization-number.ts";
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

/** An event for the question at `position`, or the end of an event that ClickHouse has. */
interface EventRow {
  position: number;
  timestamp: string;
  sequence: string;
  properties: string | null;
  ended: string | null;
}

/** What a reading gives to the questions: events, or several of them at once for a method that ignores when they happened. */
type Streamed = ({ position: number; event: MeasuredEvent } | { position: number; alike: AlikeEvents })[];

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
  /** By the sequence of an event that ClickHouse has, the sequence from which it counts no more. */
  const ends = new Map<string, bigint>();
  const asked = questions.map(toAsked);
  // One statement, so that an amendment is seen as a whole: the end of the event, and the event that replaces it.
  await tx.sql(
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
  for (;;) {
    const rows = await tx.sql<EventRow>(`fetch ${ROWS_PER_FETCH} from usage_reading`);
    for (const { sequence, ended } of rows) if (ended !== null) ends.set(sequence, BigInt(ended));
    yield rows.filter(({ ended }) => ended === null).map((row) => ({ position: row.position, event: toEvent(row) }));
    if (rows.length < ROWS_PER_FETCH) break;
  }
  await tx.sql("close usage_reading");
  if (border !== null) yield* streamHistory(tx, border, asked, ends);
}

const LAST_SEQUENCE = (2n ** 63n - 1n).toString();

/** Events beyond the border, and ends after the watermark of events before the border. */
const AFTER_BORDER = `
     where ${inPostgres("$3", "$4")}
     union all
     select -1, e.timestamp, e.sequence, null, e.voided_sequence
     from usage_event e
     where e.organization_number = ${ORGANIZATION_NUMBER} and ${endedSince("$3", "$4")}`;

async function* streamHistory(
  tx: Tx,
  border: Border,
  asked: readonly Asked[],
  ends: Map<string, bigint>,
): AsyncGenerator<Streamed> {
  const before = beforeBorder(border);
  const needing = asked.filter(({ start }) => start === "-infinity" || microseconds(start) < before);
  const streams = await streamsOf(tx, needing);
  const known = [...new Set([...streams.values()].flat())];
  if (known.length === 0) return;
  const questions = needing.map((each): HistoryQuestion & Pick<Asked, "alike"> => {
    const end = microseconds(each.end);
    return {
      position: each.position,
      streamIds: streams.get(streamKey(each)) ?? [],
      start: each.start === "-infinity" ? null : microseconds(each.start),
      end: end < before ? end : before,
      throughSequence: each.throughSequence,
      readsProperties: each.readsProperties,
      alike: each.alike,
    };
  });
  const canAddUp = ends.size <= ENDS_IN_A_STATEMENT;
  const alike = questions.flatMap((each): AlikeQuestion[] =>
    canAddUp && each.alike !== null ? [{ ...each, names: each.alike }] : [],
  );
  const single = questions.filter((each) => !canAddUp || each.alike === null);
  yield* readAlike(border, alike, ends);
  yield* streamSingle(border, single, { asked, ends, known });
}

/** Values travel in the address of a request, which has bounds. */
const ENDS_IN_A_STATEMENT = 500;

async function* streamSingle(
  border: Border,
  questions: readonly HistoryQuestion[],
  { asked, ends, known }: { asked: readonly Asked[]; ends: Map<string, bigint>; known: readonly string[] },
): AsyncGenerator<Streamed> {
  if (questions.length === 0) return;
  for (const [sequence, ended] of await readHistoryEnds(border, known)) ends.set(sequence, ended);
  const throughs = asked.map(({ throughSequence }) => BigInt(throughSequence));
  for await (const events of readHistory(border, questions)) {
    yield events.flatMap(({ position, timestamp, sequence, properties }) => {
      const ended = ends.get(sequence);
      if (ended !== undefined && ended <= (throughs[position] ?? 0n)) return [];
      const measured = properties === "" ? NONE : readProperties(properties);
      return { position, event: { at: milliseconds(timestamp), sequence: Number(sequence), properties: measured } };
    });
  }
}

/** The streams of accounts and event names, by `streamKey`. */
async function streamsOf(tx: Tx, asked: readonly Asked[]): Promise<Map<string, string[]>> {
  const rows = await tx.sql<{ id: string; accountId: string; eventName: string }>(
    `select distinct s.id, s.account_id, s.event_name from unnest($2::text[], $3::text[]) as q (account_id, event_name)
     join usage_stream s on s.organization_id = $1 and s.account_id = q.account_id and s.event_name = q.event_name`,
    [tx.organizationId, asked.map(({ accountId }) => accountId), asked.map(({ eventName }) => eventName)],
    "find-streams-of-questions",
  );
  const streams = new Map<string, string[]>();
  for (const row of rows) streams.set(streamKey(row), [...(streams.get(streamKey(row)) ?? []), row.id]);
  return streams;
}

function streamKey({ accountId, eventName }: { readonly accountId: string; readonly eventName: string }): string {
  return `${accountId} ${eventName}`;
}

/** A question as the statement reads it. Its position is its place in the list. */
interface Asked {
  readonly position: number;
  readonly accountId: string;
  readonly eventName: string;
  readonly start: string;
  readonly end: string;
  readonly throughSequence: string;
  readonly readsProperties: boolean;
  /** The properties that it reads, if it ignores when events happened; otherwise null. */
  readonly alike: readonly string[] | null;
}

function toAsked({ position, question, stretch }: EventsQuestion): Asked {
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
    alike: ignoresTimes(metric.aggregation) ? propertiesRead(question) : null,
  };
}

function propertiesRead({ metric: { aggregation, filters }, groupBy }: UsageQuestion): string[] {
  const filtered = filters.flatMap((group) => group.filters.map(({ field }) => field));
  return [...new Set([...(aggregation.field === null ? [] : [aggregation.field]), ...filtered, ...groupBy])].toSorted();
}

const NONE: Properties = {};

function toEvent({ timestamp, sequence, properties }: EventRow): MeasuredEvent {
  return {
    at: Date.parse(timestamp),
    sequence: Number(sequence),
    properties: properties === null ? NONE : readProperties(properties),
  };
}
