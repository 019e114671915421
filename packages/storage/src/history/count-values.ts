import type { CountedValues } from "@counterfoil/engine";
import { type Border, settledRows } from "./border.ts";
import { OF_ORGANIZATION } from "./history-table.ts";
import { milliseconds } from "./history-time.ts";
import { type HistoryValues, oneRow } from "./history.ts";
import { least, QUESTIONS_AT_ONCE } from "./read-history.ts";
import { DAY, DAY_MICROSECONDS, hasValueDays, membersOf, valueColumn } from "./value-days.ts";

/** The different values of a property in some time of streams. */
export interface ValuesQuestion {
  readonly field: string;
  readonly streamIds: readonly string[];
  /** They do not overlap. */
  readonly stretches: readonly MicrosecondStretch[];
  /** Events that count up to this sequence. */
  readonly throughSequence: string;
}

/** Microseconds since 1970-01-01T00:00:00Z, half-open. */
export interface MicrosecondStretch {
  readonly start: bigint;
  readonly end: bigint;
}

/** Events of a question that ended after the watermark. PostgreSQL says so. */
export interface EndedEvents {
  readonly sequences: readonly string[];
  /** When they happened, in microseconds. */
  readonly times: readonly bigint[];
}

/** An event that ClickHouse cannot compare. */
export interface SingleEvent {
  readonly timestamp: string;
  readonly sequence: string;
  readonly properties: string;
}

/** Events that ClickHouse cannot compare are read one by one, and their values travel in the text of a statement. */
const MOST_SINGLE_EVENTS = 1_000;

/** How often days are looked for again that copying has not changed meanwhile. */
const TIMES = 3;

/**
 * Those of the questions whose values ClickHouse should count, by their place: their streams have many events in these days, and
 * few that it cannot compare.
 */
export async function largeQuestions(border: Border, questions: readonly ValuesQuestion[]): Promise<Set<number>> {
  const large = new Set<number>();
  const places = questions.map((question, place) => ({ ...question, place }));
  for (const [field, some] of Map.groupBy(places, (question) => question.field)) {
    if (!(await hasValueDays(border.history, border.table, field))) continue;
    const sizes = await streamSizes(border, field, some);
    for (const { place, streamIds } of some) {
      const sum = (of: keyof StreamSize) => streamIds.reduce((all, id) => all + (sizes.get(id)?.[of] ?? 0), 0);
      if (sum("rows") >= border.history.countsValuesFrom && sum("others") <= MOST_SINGLE_EVENTS) large.add(place);
    }
  }
  return large;
}

interface StreamSize {
  readonly rows: number;
  readonly others: number;
}

async function streamSizes(
  border: Border,
  field: string,
  questions: readonly ValuesQuestion[],
): Promise<Map<string, StreamSize>> {
  const sizes = new Map<string, StreamSize>();
  const { first, last } = daysAround(questions.flatMap(({ stretches }) => stretches));
  const streamIds = [...new Set(questions.flatMap((question) => question.streamIds))];
  for (let from = 0; from < streamIds.length; from += QUESTIONS_AT_ONCE) {
    const streams = streamIds.slice(from, from + QUESTIONS_AT_ONCE);
    // These also count what is copied beyond the watermark. A remembered size may be old, and only chooses the way.
    for await (const rows of settledRows<[string, string, string]>(
      border,
      `select stream_id, total, others from (
         select stream_id, ${membersOf(valueColumn(field))} from ${border.table}
         where ${OF_STREAMS} and ${DAY} >= {first:Int64} and ${DAY} <= {last:Int64} group by stream_id)`,
      { organization: border.organizationNumber, streams, first, last },
    )) {
      for (const [streamId, all, others] of rows) {
        sizes.set(streamId, { rows: Number(all), others: Number(others) });
      }
    }
  }
  return sizes;
}

const OF_STREAMS = `${OF_ORGANIZATION} and stream_id in {streams:Array(UInt64)}`;

/**
 * Counts the values of a question: of whole days as ClickHouse has added them up, and of all other time from the column of
 * values. A day with an event that ended, that began to count later than the question asks, or that ClickHouse cannot compare is
 * not used as a whole.
 *
 * First come the events that ClickHouse cannot compare, then the count.
 *
 * @param knownValues the values that are known from elsewhere, when the count is made: with those of the events that came first.
 *   `CountedValues.further` counts others
 */
export async function* countValues(
  border: Border,
  question: ValuesQuestion,
  { ended, knownValues }: { readonly ended: EndedEvents; readonly knownValues: () => ReadonlySet<string> },
): AsyncGenerator<{ readonly events: readonly SingleEvent[] } | { readonly counted: CountedValues }> {
  const asked: Asked = { border, question, ended, through: least(border.through, question.throughSequence) };
  let days = await usableDays(asked);
  for await (const events of singleEvents(asked, days)) yield { events };
  for (let time = 1; ; time += 1) {
    const { effect, ...counted } = await count(asked, days, knownValues());
    // A block that was copied meanwhile changes days, but no single row that the question asks for.
    if (effect <= BigInt(asked.through)) return yield { counted };
    const now = new Set(time < TIMES ? await usableDays(asked) : []);
    days = days.filter((day) => now.has(day));
  }
}

interface Asked {
  readonly border: Border;
  readonly question: ValuesQuestion;
  readonly ended: EndedEvents;
  readonly through: string;
}

/** The days that the question has as a whole, and whose sums are those of the question. */
async function usableDays({ border, question, ended, through }: Asked): Promise<bigint[]> {
  const { field, streamIds, stretches } = question;
  const { first, last } = daysAround(stretches);
  const endedOn = new Set(ended.times.map((time) => time / DAY_MICROSECONDS));
  const usable: bigint[] = [];
  for await (const rows of border.history.rows<[string, string, string, string]>(
    `select day, others, ends, effect from (
       select ${DAY} as day, ${membersOf(valueColumn(field))} from ${border.table}
       where ${OF_STREAMS} and ${DAY} >= {first:Int64} and ${DAY} <= {last:Int64} group by day)`,
    { organization: border.organizationNumber, streams: streamIds, first, last },
  )) {
    for (const [day, others, ends, effect] of rows) {
      const isUnchanged = others === "0" && ends === "0" && BigInt(effect) <= BigInt(through);
      if (isUnchanged && isWhole(stretches, BigInt(day)) && !endedOn.has(BigInt(day))) usable.push(BigInt(day));
    }
  }
  return usable.toSorted((a, b) => (a < b ? -1 : 1));
}

function isWhole(stretches: readonly MicrosecondStretch[], day: bigint): boolean {
  const [start, end] = [day * DAY_MICROSECONDS, (day + 1n) * DAY_MICROSECONDS];
  return day > 0n && stretches.some((stretch) => stretch.start <= start && end <= stretch.end);
}

/** The days that the stretches touch. */
function daysAround(stretches: readonly MicrosecondStretch[]): { first: bigint; last: bigint } {
  const starts = stretches.map(({ start }) => start / DAY_MICROSECONDS);
  const ends = stretches.map(({ end }) => end / DAY_MICROSECONDS);
  return {
    first: starts.reduce((a, b) => (b < a ? b : a), starts[0] ?? 0n),
    last: ends.reduce((a, b) => (b > a ? b : a), ends[0] ?? 0n),
  };
}

/** The single events that the question counts outside these days. */
function outside({ border, question: { stretches } }: Asked, days: readonly bigint[]): string {
  const left = days.map((day) => ({ start: day * DAY_MICROSECONDS, end: (day + 1n) * DAY_MICROSECONDS }));
  const parts = without(stretches, left).map(({ start, end }) => `timestamp >= ${start} and timestamp < ${end}`);
  return `${border.table} where ${OF_STREAMS} and sign > 0 and (${parts.join(" or ") || "false"})
    and sequence <= {through:Int64} and sequence not in {ended:Array(Int64)}
    and sequence not in (select sequence from ${border.table} where ${OF_STREAMS} and sign < 0 and ended_sequence <= {through:Int64})`;
}

function valuesOf({ border, question, ended, through }: Asked): HistoryValues {
  return { organization: border.organizationNumber, streams: question.streamIds, through, ended: ended.sequences };
}

/** The stretches without some whole days in them, which are in order. */
function without(stretches: readonly MicrosecondStretch[], days: readonly MicrosecondStretch[]): MicrosecondStretch[] {
  return stretches.flatMap((stretch) => {
    const parts: MicrosecondStretch[] = [];
    let { start } = stretch;
    for (const day of days) {
      if (day.start < stretch.start || day.end > stretch.end) continue;
      if (start < day.start) parts.push({ start, end: day.start });
      start = day.end;
    }
    return start < stretch.end ? [...parts, { start, end: stretch.end }] : parts;
  });
}

async function* singleEvents(asked: Asked, days: readonly bigint[]): AsyncGenerator<SingleEvent[]> {
  const { border, question } = asked;
  for await (const rows of border.history.rows<[string, string, string]>(
    `select timestamp, sequence, properties from ${outside(asked, days)} and ${valueColumn(question.field)} = '?'`,
    valuesOf(asked),
  )) {
    yield rows.map(([timestamp, sequence, properties]) => ({ timestamp, sequence, properties }));
  }
}

/** With the sequence at which the last row of the days took effect. */
async function count(
  asked: Asked,
  days: readonly bigint[],
  known: ReadonlySet<string>,
): Promise<CountedValues & { readonly effect: bigint }> {
  const { border, question } = asked;
  const members = membersOf(valueColumn(question.field));
  // Hexadecimal, so that no value is part of the statement's text.
  const texts = [...known].map((value) => Buffer.from(value).toString("hex")).join(",");
  const ofKnown = `union all
    select 0, uniqExactIfState(concat('=', unhex(value)), 1), 0, 0, 0, 0, 0, 0, 0
    from (select arrayJoin(splitByChar(',', '${texts}')) as value)`;
  const [values, counted, skipped, first, last, effect] = await oneRow<
    [string, string, string, string, string, string]
  >(
    border.history,
    `select uniqExactIfMerge(state), sum(known), sum(total) - sum(known) - sum(others), minIf(first, known > 0), maxIf(last, known > 0),
       maxIf(effect, is_day = 1)
     from (
       select 1 as is_day, * from (select ${members} from ${border.table} where ${OF_STREAMS} and ${DAY} in {days:Array(Int64)})
       union all
       select 0, * from (select ${members} from ${outside(asked, days)})
       ${known.size === 0 ? "" : ofKnown}
     )`,
    { ...valuesOf(asked), days },
  );
  const at = (micros: string) => (counted === "0" ? null : milliseconds(BigInt(micros)));
  return {
    further: Number(values) - known.size,
    count: Number(counted),
    skipped: Number(skipped),
    firstAt: at(first),
    lastAt: at(last),
    effect: BigInt(effect),
  };
}
