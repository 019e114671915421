import { type Border, settledRows } from "./border.ts";
import { OF_ORGANIZATION } from "./history-table.ts";
import type { HistoryValues } from "./history.ts";

/** A stretch of streams that is read for the question at `position`. */
export interface HistoryQuestion {
  readonly position: number;
  readonly streamIds: readonly string[];
  /** Microseconds since 1970-01-01T00:00:00Z, half-open; null for no limit. */
  readonly start: bigint | null;
  readonly end: bigint | null;
  /** Events that count up to this sequence. */
  readonly throughSequence: string;
  readonly readsProperties: boolean;
}

/** An event in ClickHouse. It may have ended. */
export interface HistoryEvent {
  readonly position: number;
  /** Microseconds. */
  readonly timestamp: bigint;
  readonly sequence: string;
  /** JSON text; empty if the question does not read properties. */
  readonly properties: string;
}

export const LEAST = -(2n ** 63n);
export const MOST = 2n ** 63n - 1n;

/** Values travel in the address of a request, which has bounds. */
export const QUESTIONS_AT_ONCE = 200;

/** The events of all questions that ClickHouse has, in no order, some thousand at a time. */
export async function* readHistory(
  border: Border,
  questions: readonly HistoryQuestion[],
): AsyncGenerator<HistoryEvent[]> {
  const asked = questions.flatMap(({ streamIds, ...rest }) => streamIds.map((streamId) => ({ ...rest, streamId })));
  for (let from = 0; from < asked.length; from += QUESTIONS_AT_ONCE) {
    const some = asked.slice(from, from + QUESTIONS_AT_ONCE);
    const [only] = some;
    const [statement, values] =
      some.length === 1 && only !== undefined ? oneStretch(border, only) : manyStretches(border, some);
    for await (const rows of settledRows<[number, string, string, string]>(border, statement, values)) {
      yield rows.map(([position, timestamp, sequence, properties]) => {
        return { position, timestamp: BigInt(timestamp), sequence, properties };
      });
    }
  }
}

type Stretch = Omit<HistoryQuestion, "streamIds"> & { readonly streamId: string };

function oneStretch({ table, organizationNumber, through }: Border, asked: Stretch): [string, HistoryValues] {
  const { position, streamId, start, end, throughSequence, readsProperties } = asked;
  return [
    `select {position:UInt32}, timestamp, sequence, ${readsProperties ? "properties" : "''"} from ${table}
     where ${OF_ORGANIZATION} and sign > 0 and stream_id = {stream:UInt64} and timestamp >= {start:Int64} and timestamp < {end:Int64}
       and sequence <= {through:Int64}`,
    {
      organization: organizationNumber,
      position,
      stream: streamId,
      start: start ?? LEAST,
      end: end ?? MOST,
      through: least(through, throughSequence),
    },
  ];
}

function manyStretches(border: Border, some: readonly Stretch[]): [string, HistoryValues] {
  const starts = some.map(({ start }) => start ?? LEAST);
  const ends = some.map(({ end }) => end ?? MOST);
  return [
    `select q.position, e.timestamp, e.sequence, if(q.reads = 1, e.properties, '')
     from (
       select stream_id, timestamp, sequence, properties from ${border.table}
       where ${OF_ORGANIZATION} and sign > 0 and stream_id in {streams:Array(UInt64)}
         and timestamp >= {least:Int64} and timestamp < {most:Int64} and sequence <= {watermark:Int64}
     ) as e
     inner join (
       select q.1 as position, q.2 as stream_id, q.3 as start, q.4 as end, q.5 as through, q.6 as reads from (
         select arrayJoin(arrayZip({positions:Array(UInt32)}, {streams:Array(UInt64)}, {starts:Array(Int64)}, {ends:Array(Int64)},
           {throughs:Array(Int64)}, {reads:Array(UInt8)})) as q)
     ) as q on e.stream_id = q.stream_id
     where e.timestamp >= q.start and e.timestamp < q.end and e.sequence <= q.through`,
    {
      organization: border.organizationNumber,
      positions: some.map(({ position }) => position),
      streams: some.map(({ streamId }) => streamId),
      starts,
      ends,
      throughs: some.map(({ throughSequence }) => throughSequence),
      reads: some.map(({ readsProperties }) => (readsProperties ? 1 : 0)),
      least: starts.reduce((a, b) => (b < a ? b : a), MOST),
      most: ends.reduce((a, b) => (b > a ? b : a), LEAST),
      watermark: border.through,
    },
  ];
}

/** When events of streams ended by the watermark: by the sequence of the event, that of its end. */
export async function readHistoryEnds(border: Border, streamIds: readonly string[]): Promise<Map<string, bigint>> {
  const ends = new Map<string, bigint>();
  for (let from = 0; from < streamIds.length; from += QUESTIONS_AT_ONCE) {
    const values = {
      organization: border.organizationNumber,
      streams: streamIds.slice(from, from + QUESTIONS_AT_ONCE),
      watermark: border.through,
    };
    const statement = `select sequence, ended_sequence from ${border.table}
      where ${OF_ORGANIZATION} and sign < 0 and stream_id in {streams:Array(UInt64)} and ended_sequence <= {watermark:Int64}`;
    for await (const rows of settledRows<[string, string]>(border, statement, values)) {
      for (const [sequence, ended] of rows) ends.set(sequence, BigInt(ended));
    }
  }
  return ends;
}

export function least(a: string, b: string): string {
  return BigInt(a) < BigInt(b) ? a : b;
}
