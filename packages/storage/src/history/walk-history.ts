import type { Row } from "../row.ts";
import type { Border } from "./border.ts";
import { MOST_ENDED } from "./copied-events.ts";
import { HistoryAway } from "./history-away.ts";
import { OF_ORGANIZATION } from "./history-table.ts";
import { instantOf } from "./history-time.ts";
import { LEAST, MOST } from "./read-history.ts";

/** The next events of some streams, ordered by time and then by sequence. */
export interface HistoryWalk {
  readonly streamIds: readonly string[];
  /** Microseconds since 1970-01-01T00:00:00Z, half-open; null for no limit. */
  readonly start: bigint | null;
  readonly end: bigint | null;
  readonly order: "asc" | "desc";
  /** The end of the last page; null for the first. */
  readonly after: { readonly timestamp: bigint; readonly sequence: string } | null;
  /** Events that counted at this sequence. */
  readonly throughSequence: string;
  /** Sequences of events that ended after the watermark. */
  readonly ended: readonly string[];
  readonly limit: number;
}

/** An event in ClickHouse, of a stream in PostgreSQL. Instants are ISO 8601, with milliseconds. */
export type WalkedHistoryEvent = Pick<
  Row<"usageEvent">,
  "streamId" | "uniqueId" | "timestamp" | "receivedAt" | "sequence"
> & {
  /** JSON text. */
  readonly properties: string;
};

export async function walkHistory(border: Border, walk: HistoryWalk): Promise<WalkedHistoryEvent[]> {
  const { streamIds, start, end, order, after, throughSequence, ended, limit } = walk;
  if (streamIds.length === 0) return [];
  if (ended.length > MOST_ENDED) {
    throw new HistoryAway("unavailable", `${ended.length} ends of events wait to be copied to ${border.history.name}`);
  }
  const through = BigInt(border.through) < BigInt(throughSequence) ? border.through : throughSequence;
  const beyond = order === "desc" ? "<" : ">";
  const found: WalkedHistoryEvent[] = [];
  const statement = `select stream_id, unique_id, timestamp, received_at, sequence, properties from ${border.table}
    where ${OF_ORGANIZATION} and sign > 0 and stream_id in {streams:Array(UInt64)} and timestamp >= {start:Int64} and timestamp < {end:Int64}
      and sequence <= {through:Int64} and sequence not in {ended:Array(Int64)}
      and sequence not in (
        select sequence from ${border.table}
        where ${OF_ORGANIZATION} and sign < 0 and stream_id in {streams:Array(UInt64)} and ended_sequence <= {through:Int64})
      ${after === null ? "" : `and (timestamp, sequence) ${beyond} ({afterTime:Int64}, {afterSequence:Int64})`}
    order by timestamp ${order}, sequence ${order} limit {limit:UInt32}`;
  const values = {
    organization: border.organizationNumber,
    streams: streamIds,
    start: start ?? LEAST,
    end: end ?? MOST,
    through,
    ended,
    limit,
    ...(after === null ? {} : { afterTime: after.timestamp, afterSequence: after.sequence }),
  };
  for await (const rows of border.history.rows<[string, string, string, string, string, string]>(statement, values)) {
    for (const [streamId, uniqueId, timestamp, receivedAt, sequence, properties] of rows) {
      const times = { timestamp: instantOf(timestamp), receivedAt: instantOf(receivedAt) };
      found.push({ streamId, uniqueId, ...times, sequence, properties });
    }
  }
  return found;
}

/** Of two orders by time and sequence, the one that comes first, for the merge of both stores. */
export function compareEvents(
  a: { readonly timestamp: string; readonly sequence: string },
  b: { readonly timestamp: string; readonly sequence: string },
): number {
  const [first, second] = [Date.parse(a.timestamp), Date.parse(b.timestamp)];
  if (first !== second) return first - second;
  return BigInt(a.sequence) < BigInt(b.sequence) ? -1 : 1;
}
