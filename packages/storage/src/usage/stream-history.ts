import type { MeasuredEvent, Properties } from "@counterfoil/engine";
import type { Tx } from "../database/tx.ts";
import type { Border } from "../history/border.ts";
import { countValues, largeQuestions, type SingleEvent, type ValuesQuestion } from "../history/count-values.ts";
import { type AlikeQuestion, readAlike } from "../history/read-alike.ts";
import { type FewRow, readFewRows } from "../history/read-few.ts";
import { type HistoryQuestion, readHistory, readHistoryEnds } from "../history/read-history.ts";
import { beforeBorder, microseconds, milliseconds } from "../history/history-time.ts";
import type { Asked, EventsQuestion, Streamed } from "./events-question.ts";
import { readProperties } from "./read-properties.ts";

type HistoryStretch = HistoryQuestion & Pick<Asked, "alike">;

/** An event that ClickHouse has, and the sequence from which it counts no more. */
export interface Ended {
  readonly timestamp: string;
  readonly sequence: string;
  readonly end: bigint;
}

/** What ClickHouse is asked for. */
export interface ReadingOfHistory {
  readonly asked: readonly Asked[];
  readonly stretches: readonly HistoryStretch[];
  /** All rows of the stretches; null if they are many, and are read in other ways. */
  readonly few: Promise<readonly FewRow[] | null>;
}

/** The IDs of streams by account and event name. */
type StreamsOfQuestions = ReadonlyMap<string, readonly string[]>;

/** Asks for the rows of small readings at once, so that both stores work at the same time. */
export function beginHistory(border: Border, asked: readonly Asked[], streams: StreamsOfQuestions): ReadingOfHistory {
  const before = beforeBorder(border);
  const stretches = asked.flatMap((each): HistoryStretch[] => {
    const streamIds = streams.get(streamKey(each)) ?? [];
    if (streamIds.length === 0 || (each.start !== "-infinity" && microseconds(each.start) >= before)) return [];
    const { position, throughSequence, readsProperties, alike } = each;
    const start = each.start === "-infinity" ? null : microseconds(each.start);
    const end = microseconds(each.end);
    const time = { start, end: end < before ? end : before };
    return [{ position, streamIds, ...time, throughSequence, readsProperties, alike }];
  });
  const few = readFewRows(border, stretches);
  // A failure is thrown where the rows are awaited, which is nowhere if PostgreSQL fails first.
  few.catch(() => undefined);
  return { asked, stretches, few };
}

/** The events of the questions that ClickHouse has, in no order. */
export async function* streamHistory(
  border: Border,
  { asked, stretches, few }: ReadingOfHistory,
  { questions, ended }: { readonly questions: readonly EventsQuestion[]; readonly ended: readonly Ended[] },
): AsyncGenerator<Streamed> {
  if (stretches.length === 0) return;
  const ends = new Map(ended.map(({ sequence, end }) => [sequence, end]));
  const rows = await few;
  if (rows !== null) return yield streamFew(stretches, rows, ends);
  const canAddUp = ends.size <= ENDS_IN_A_STATEMENT;
  const counted = canAddUp ? await countedQuestions(border, stretches, questions) : [];
  const places = new Set(counted.flatMap(({ positions }) => positions));
  const alike = stretches.flatMap((each): AlikeQuestion[] =>
    canAddUp && each.alike !== null && !places.has(each.position) ? [{ ...each, names: each.alike }] : [],
  );
  const single = stretches.filter((each) => !canAddUp || each.alike === null);
  yield* readAlike(border, alike, ends);
  yield* streamSingle(border, single, { asked, ends });
  // Last, because nothing can be added to what was counted.
  for (const question of counted) yield* streamCounted(border, question, ended);
}

/** The events of each stretch that count at its sequence. */
function streamFew(
  stretches: readonly HistoryStretch[],
  rows: readonly FewRow[],
  endsInPostgres: ReadonlyMap<string, bigint>,
): Streamed {
  const ends = new Map(endsInPostgres);
  for (const { sequence, endedSequence } of rows) if (endedSequence > 0n) ends.set(String(sequence), endedSequence);
  const events = rows.filter(({ endedSequence }) => endedSequence === 0n);
  return stretches.flatMap(({ position, streamIds, start, end, throughSequence }) => {
    const through = BigInt(throughSequence);
    const counts = ({ streamId, timestamp, sequence }: FewRow) =>
      streamIds.includes(streamId) &&
      (start === null || timestamp >= start) &&
      (end === null || timestamp < end) &&
      sequence <= through &&
      (ends.get(String(sequence)) ?? through + 1n) > through;
    return events.filter(counts).map(({ timestamp, sequence, properties }) => {
      const measured = properties === "" ? NONE : readProperties(properties);
      return { position, event: { at: milliseconds(timestamp), sequence: Number(sequence), properties: measured } };
    });
  });
}

/** A question whose different values ClickHouse counts: all its stretches at once, because a value may be in several. */
interface CountedQuestion {
  readonly positions: readonly number[];
  readonly values: ValuesQuestion;
  readonly knownValues: () => ReadonlySet<string>;
}

async function countedQuestions(
  border: Border,
  stretches: readonly HistoryStretch[],
  questions: readonly EventsQuestion[],
): Promise<CountedQuestion[]> {
  const found: CountedQuestion[] = [];
  for (const [question, parts] of Map.groupBy(stretches, ({ position }) => questions[position]?.question)) {
    const [first] = parts;
    const field = question?.metric.aggregation.field ?? null;
    const knownValues = questions[first?.position ?? -1]?.knownValues ?? null;
    if (first === undefined || field === null || knownValues === null || !areSent(knownValues())) continue;
    const { streamIds, throughSequence } = first;
    const times = parts.flatMap(({ start, end }) => (start === null || end === null ? [] : [{ start, end }]));
    const values = { field, streamIds, throughSequence, stretches: times };
    found.push({ positions: parts.map(({ position }) => position), values, knownValues });
  }
  const large = await largeQuestions(
    border,
    found.map(({ values }) => values),
  );
  return found.filter((_, place) => large.has(place));
}

/** Whether so many values can travel to ClickHouse. */
function areSent(values: ReadonlySet<string>): boolean {
  let characters = 0;
  for (const value of values) characters += value.length;
  return characters <= MOST_CHARACTERS;
}

const MOST_CHARACTERS = 1_000_000;

async function* streamCounted(
  border: Border,
  { positions, values, knownValues }: CountedQuestion,
  ended: readonly Ended[],
): AsyncGenerator<Streamed> {
  const [position = 0] = positions;
  const past = ended.filter(({ end }) => end <= BigInt(values.throughSequence));
  const known = {
    sequences: past.map(({ sequence }) => sequence),
    times: past.map(({ timestamp }) => microseconds(timestamp)),
  };
  for await (const found of countValues(border, values, { ended: known, knownValues })) {
    yield "counted" in found
      ? [{ position, counted: found.counted }]
      : found.events.map((event) => ({ position, event: toMeasured(event) }));
  }
}

function toMeasured({ timestamp, sequence, properties }: SingleEvent): MeasuredEvent {
  return { at: milliseconds(BigInt(timestamp)), sequence: Number(sequence), properties: readProperties(properties) };
}

/** Values travel in the address of a request, which has bounds. */
const ENDS_IN_A_STATEMENT = 500;

async function* streamSingle(
  border: Border,
  questions: readonly HistoryQuestion[],
  { asked, ends }: { asked: readonly Asked[]; ends: Map<string, bigint> },
): AsyncGenerator<Streamed> {
  if (questions.length === 0) return;
  const known = [...new Set(questions.flatMap(({ streamIds }) => streamIds))];
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

/** The streams of the accounts and event names of questions. */
export async function streamsOf(tx: Tx, asked: readonly Asked[]): Promise<StreamsOfQuestions> {
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

const NONE: Properties = {};
