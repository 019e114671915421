import type { Tx } from "../database/tx.ts";
import type { Row } from "../row.ts";
import { readSentCosts } from "../usage/event-costs.ts";
import { ORGANIZATION_NUMBER } from "../usage/organization-number.ts";
import { type Border, borderValues, endedSince } from "./border.ts";
import { HistoryAway } from "./history-away.ts";
import { OF_ORGANIZATION } from "./history-table.ts";
import { beforeBorder, instantOf, microseconds } from "./history-time.ts";
import type { HistoryValues } from "./history.ts";
import { LEAST } from "./read-history.ts";

/** Copied events, by when they began to count and when they happened. A missing member sets no limit. */
export interface CopiedRange {
  /** Sequences: later than `after`, up to `through`. */
  readonly after?: string;
  readonly through?: string;
  /** Microseconds since 1970-01-01T00:00:00Z, half-open. */
  readonly start?: bigint | null;
  readonly end?: bigint | null;
  readonly streamIds?: readonly string[] | null;
  readonly sequences?: readonly string[];
  /** Sequences of events before the border that ended after the watermark. */
  readonly ended: readonly string[];
  /** Whether events that ended by the watermark are read as well. */
  readonly withEnded?: boolean;
}

/** Named in one statement. */
const SEQUENCES_AT_ONCE = 5_000;

/** More ended events than a statement can leave out. Copying makes them few again. */
export const MOST_ENDED = 5_000;

/**
 * Columns of the events of a range that ClickHouse has and that count at the watermark: only those that a reading does not
 * take from PostgreSQL (`Border.before`). This is the one statement of all readings in another order than that of an account
 * and time (R-HIST-2).
 *
 * @param columns of the table, or aggregates of them. Conditions and values in it are bound in `values`
 * @param rest `group by`, `order by` and `limit`
 */
export async function* copiedEvents<Columns extends readonly unknown[]>(
  border: Border,
  range: CopiedRange,
  { columns, and = "", rest = "", values = {} }: CopiedColumns,
): AsyncGenerator<Columns[]> {
  if (range.streamIds?.length === 0 || range.sequences?.length === 0 || isStored(border, range)) return;
  if (range.ended.length > MOST_ENDED) {
    const waiting = `${range.ended.length} ends of events wait to be copied to ${border.history.name}`;
    throw new HistoryAway("unavailable", waiting);
  }
  const of = conditionOf(range);
  const counting = `and sequence not in {ended:Array(Int64)} and sequence not in (
    select sequence from ${border.table} where ${OF_ORGANIZATION} and sign < 0 and ${of} and ended_sequence <= {watermark:Int64})`;
  yield* border.history.rows<Columns>(
    `select ${columns} from ${border.table}
     where ${OF_ORGANIZATION} and sign > 0 and ${of} ${range.withEnded === true ? "" : counting} ${and} ${rest}`,
    { ...boundOf(border, range), ...values },
  );
}

/** Whether PostgreSQL has all events of the range. Then a ClickHouse that does not respond is not asked. */
function isStored({ before, droppedThrough }: Border, { after = "0", start = null }: CopiedRange): boolean {
  if (before === "infinity") return false;
  return BigInt(after) >= BigInt(droppedThrough ?? "0") || (start !== null && start >= microseconds(before));
}

export interface CopiedColumns {
  readonly columns: string;
  /** A further condition of the events, which begins with `and`. */
  readonly and?: string;
  readonly rest?: string;
  readonly values?: HistoryValues;
}

/** Numbers are written into the statement: values travel in the address of a request, which has bounds. */
function conditionOf({ streamIds = null, sequences }: CopiedRange): string {
  const numbers = (some: readonly string[]) => some.map((each) => BigInt(each).toString()).join(", ");
  return [
    "sequence > {after:Int64} and sequence <= {through:Int64} and timestamp >= {start:Int64} and timestamp < {end:Int64}",
    ...(streamIds === null ? [] : [`stream_id in (${numbers(streamIds)})`]),
    ...(sequences === undefined ? [] : [`sequence in (${numbers(sequences)})`]),
  ].join(" and ");
}

function boundOf(border: Border, { after = "0", through, start, end, ended }: CopiedRange): HistoryValues {
  const before = beforeBorder(border);
  return {
    organization: border.organizationNumber,
    after,
    through: through === undefined || BigInt(through) > BigInt(border.through) ? border.through : through,
    start: start ?? LEAST,
    end: end === undefined || end === null || end > before ? before : end,
    ended,
    watermark: border.through,
  };
}

/** An event with the names of its stream. Instants are ISO 8601, with milliseconds. */
export type CopiedEvent = Pick<Row<"usageEvent">, "streamId" | "uniqueId" | "timestamp" | "receivedAt" | "sequence"> &
  StreamNames & {
    /** JSON text. */
    readonly properties: string;
    /** The cost that was sent with it; null if none was. */
    readonly cost: { amount: string; currency: string } | null;
  };

/** What a stream says of its events. */
export type StreamNames = Pick<Row<"usageStream">, "accountId" | "accountReference" | "eventName">;

export type EventColumns = [string, string, string, string, string, string];

/** The columns from which `toCopiedEvents` makes events. */
export const EVENT_COLUMNS = "stream_id, unique_id, timestamp, received_at, sequence, properties";

export async function toCopiedEvents(tx: Tx, rows: readonly EventColumns[]): Promise<CopiedEvent[]> {
  const names = await namesOfStreams(
    tx,
    rows.map(([streamId]) => streamId),
  );
  const costs = await readSentCosts(
    tx,
    rows.map(([, , , , sequence]) => sequence),
  );
  return rows.flatMap(([streamId, uniqueId, timestamp, receivedAt, sequence, properties]) => {
    const of = names.get(streamId);
    if (of === undefined) return [];
    const times = { timestamp: instantOf(timestamp), receivedAt: instantOf(receivedAt) };
    return [{ streamId, uniqueId, ...times, sequence, properties, ...of, cost: costs.get(sequence) ?? null }];
  });
}

/** The copied events with these sequences, in no order: those that count, or also those that ended. */
export async function findCopiedEvents(
  tx: Tx,
  border: Border,
  sequences: readonly string[],
  which: "counting" | "ended too" = "counting",
): Promise<CopiedEvent[]> {
  const found: EventColumns[] = [];
  for (let from = 0; from < sequences.length; from += SEQUENCES_AT_ONCE) {
    const some = sequences.slice(from, from + SEQUENCES_AT_ONCE);
    const range = { sequences: some, ...edgesOf(some), ended: [], withEnded: which === "ended too" };
    for await (const rows of copiedEvents<EventColumns>(border, range, { columns: EVENT_COLUMNS })) found.push(...rows);
  }
  return toCopiedEvents(tx, found);
}

/** By the sequences of events that ended by the watermark, those of their ends. */
export async function findCopiedEnds(border: Border, sequences: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  if (sequences.length === 0) return found;
  const range = { sequences, ...edgesOf(sequences), ended: [] };
  for await (const rows of border.history.rows<[string, string]>(
    `select sequence, ended_sequence from ${border.table}
     where ${OF_ORGANIZATION} and sign < 0 and ${conditionOf(range)} and ended_sequence <= {watermark:Int64}`,
    boundOf(border, range),
  )) {
    for (const [sequence, ended] of rows) found.set(sequence, ended);
  }
  return found;
}

/** So that the index of ClickHouse on sequences applies. */
export function edgesOf(sequences: readonly string[]): Pick<CopiedRange, "after" | "through"> {
  if (sequences.length === 0) return {};
  const numbers = sequences.map(BigInt).toSorted((a, b) => (a < b ? -1 : 1));
  return { after: String((numbers[0] ?? 0n) - 1n), through: String(numbers.at(-1) ?? 0n) };
}

/** The names of streams, by their IDs. */
export async function namesOfStreams(tx: Tx, streamIds: readonly string[]): Promise<Map<string, StreamNames>> {
  if (streamIds.length === 0) return new Map();
  const rows = await tx.sql<StreamNames & { id: string }>(
    `select id, account_id, account_reference, event_name from usage_stream where organization_id = $1 and id = any($2)`,
    [tx.organizationId, [...new Set(streamIds)]],
  );
  return new Map(rows.map(({ id, ...names }) => [id, names]));
}

/**
 * Sequences of events that a reading takes from ClickHouse and that ended after the watermark. Read it before ClickHouse, in
 * the transaction or the statement of the other events.
 */
export async function endedSinceBorder(tx: Tx, border: Border, after = "0"): Promise<string[]> {
  const rows = await tx.sql<{ sequence: string }>(
    `select sequence from usage_event e
     where organization_number = ${ORGANIZATION_NUMBER} and ${endedSince("$2", "$3")} and sequence > $4`,
    [tx.organizationId, ...borderValues(border), after],
  );
  return rows.map(({ sequence }) => sequence);
}

/** The order in which events began to count. */
export function bySequence(a: { readonly sequence: string }, b: { readonly sequence: string }): number {
  return BigInt(a.sequence) < BigInt(b.sequence) ? -1 : 1;
}
