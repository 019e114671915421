import type { AlikeEvents, MeasuredEvent, Properties } from "@counterfoil/engine";
import { readProperties } from "../usage/read-properties.ts";
import { type Border, settledRows } from "./border.ts";
import { OF_ORGANIZATION } from "./history-table.ts";
import { milliseconds } from "./history-time.ts";
import type { HistoryValues } from "./history.ts";
import { type HistoryQuestion, least, LEAST, MOST, QUESTIONS_AT_ONCE } from "./read-history.ts";

/** A stretch of streams of which only some properties are read, for a method that does not read when events happened. */
export interface AlikeQuestion extends Omit<HistoryQuestion, "readsProperties"> {
  readonly names: readonly string[];
}

/** Events of the question at `position`: several that are alike, or a single one. */
export type Alike =
  | { readonly position: number; readonly alike: AlikeEvents }
  | { readonly position: number; readonly event: MeasuredEvent };

/**
 * The events of all questions, added up by ClickHouse: those with the same values of the properties that a question reads are one
 * row. ClickHouse would change numbers with many digits, so this is done for events where each of these properties is a text or
 * missing. All others follow one by one.
 *
 * @param ends by the sequence of an event that ended after the watermark, the sequence from which it counts no more
 */
export async function* readAlike(
  border: Border,
  questions: readonly AlikeQuestion[],
  ends: ReadonlyMap<string, bigint>,
): AsyncGenerator<Alike[]> {
  const withOthers = new Set<number>();
  for (const { names, statement, values } of statements(border, questions, { ends, isAlike: true })) {
    for await (const rows of settledRows<AlikeRow>(border, statement, values)) {
      for (const [position, areTexts] of rows) if (areTexts === 0) withOthers.add(position);
      yield rows.flatMap(([position, areTexts, count, first, last, ...texts]) => {
        if (areTexts === 0) return [];
        const times = { firstAt: milliseconds(BigInt(first)), lastAt: milliseconds(BigInt(last)) };
        return { position, alike: { properties: named(names, texts), count: Number(count), ...times } };
      });
    }
  }
  const others = questions.filter(({ position }) => withOthers.has(position));
  for (const { statement, values } of statements(border, others, { ends, isAlike: false })) {
    for await (const rows of settledRows<[number, string, string, string]>(border, statement, values)) {
      yield rows.map(([position, timestamp, sequence, text]) => {
        const at = milliseconds(BigInt(timestamp));
        return { position, event: { at, sequence: Number(sequence), properties: readProperties(text) } };
      });
    }
  }
}

/** Position, whether all properties are texts or missing (1 or 0), count, first and last time in microseconds, and the texts. */
type AlikeRow = [number, number, string, string, string, ...(string | null)[]];

interface Statement {
  readonly names: readonly string[];
  readonly statement: string;
  readonly values: HistoryValues;
}

interface Wanted {
  readonly ends: ReadonlyMap<string, bigint>;
  readonly isAlike: boolean;
}

/** One statement for questions that read the same properties up to the same sequence. */
function* statements(border: Border, questions: readonly AlikeQuestion[], wanted: Wanted): Generator<Statement> {
  const sets = Map.groupBy(questions, ({ names, throughSequence }) => JSON.stringify([names, throughSequence]));
  for (const alike of sets.values()) {
    const stretches = alike.flatMap(({ streamIds, ...rest }) => streamIds.map((streamId) => ({ ...rest, streamId })));
    for (let from = 0; from < stretches.length; from += QUESTIONS_AT_ONCE) {
      yield statementOf(border, stretches.slice(from, from + QUESTIONS_AT_ONCE), wanted);
    }
  }
}

type Stretch = Omit<AlikeQuestion, "streamIds"> & { readonly streamId: string };

function statementOf(border: Border, stretches: readonly Stretch[], { ends, isAlike }: Wanted): Statement {
  const { names = [], throughSequence = "0" } = stretches[0] ?? {};
  const type = (place: number) => `JSONType(properties, {name${place}:String})`;
  const texts = names.map(
    (_, place) =>
      `if(are_texts and ${type(place)} = 'String', JSONExtractString(properties, {name${place}:String}), null) as text${place}`,
  );
  // A document that ClickHouse cannot read, such as one with a number of thirty digits, seems to have no property at all.
  const isText = (place: number) =>
    `(${type(place)} = 'String' or (${type(place)} = 'Null' and JSONType(properties) = 'Object'))`;
  const areTexts = names.map((_, place) => isText(place)).join(" and ") || "true";
  const read = isAlike ? [`toUInt8(${areTexts}) as are_texts`, ...texts] : ["sequence", "properties"];
  const members = names.map((_, place) => `text${place}`);
  const shown = isAlike
    ? ["are_texts", "count()", "min(timestamp)", "max(timestamp)", ...members]
    : ["timestamp", "sequence", "properties"];
  // One stretch needs no join.
  const isOne = stretches.length === 1;
  const statement = `select ${isOne ? "{positions:Array(UInt32)}[1] as position" : "position"}, ${shown.join(", ")}
    from (
      select stream_id, timestamp, ${read.join(", ")} from ${border.table}
      where ${OF_ORGANIZATION} and sign > 0 and stream_id in {streams:Array(UInt64)} and timestamp >= {least:Int64} and timestamp < {most:Int64}
        and sequence <= {through:Int64} and sequence not in {ended:Array(Int64)}${isAlike ? "" : ` and not (${areTexts})`}
        and sequence not in (
          select sequence from ${border.table}
          where ${OF_ORGANIZATION} and sign < 0 and stream_id in {streams:Array(UInt64)} and ended_sequence <= {through:Int64})
    ) as e
    ${isOne ? "" : STRETCHES}
    ${isAlike ? `group by ${["position", "are_texts", ...members].join(", ")}` : ""}`;
  return {
    names,
    statement,
    values: {
      organization: border.organizationNumber,
      through: least(border.through, throughSequence),
      ended: [...ends].filter(([, end]) => end <= BigInt(throughSequence)).map(([sequence]) => sequence),
      ...Object.fromEntries(names.map((name, place) => [`name${place}`, name])),
      ...boundsOf(stretches),
    },
  };
}

/** Each event for the stretches that it is in. */
const STRETCHES = `inner join (
      select q.1 as position, q.2 as stream_id, q.3 as start, q.4 as end from (
        select arrayJoin(arrayZip({positions:Array(UInt32)}, {streams:Array(UInt64)}, {starts:Array(Int64)}, {ends:Array(Int64)})) as q)
    ) as q on e.stream_id = q.stream_id
    where timestamp >= start and timestamp < end`;

function boundsOf(stretches: readonly Stretch[]): HistoryValues {
  const starts = stretches.map(({ start }) => start ?? LEAST);
  const ends = stretches.map(({ end }) => end ?? MOST);
  return {
    positions: stretches.map(({ position }) => position),
    streams: stretches.map(({ streamId }) => streamId),
    starts,
    ends,
    least: starts.reduce((a, b) => (b < a ? b : a), MOST),
    most: ends.reduce((a, b) => (b > a ? b : a), LEAST),
  };
}

/** The properties that the events have, by name. Built from entries, so that a property named `__proto__` is a member like any other. */
function named(names: readonly string[], texts: readonly (string | null)[]): Properties {
  const entries = names.map((name, place) => [name, texts[place] ?? null] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== null));
}
