import { hash } from "node:crypto";
import type { Tx } from "../database/tx.ts";
import { ORGANIZATION_NUMBER } from "../usage/organization-number.ts";
import { type History, oneRow } from "./history.ts";
import { LEAST, MOST } from "./read-history.ts";
import { type HistoryRange, OF_ORGANIZATION, TAKES_EFFECT } from "./history-table.ts";

/** How many rows, and the sum of their hashes. Equal sums mean equal rows, in any order. */
export interface Fingerprint {
  readonly rows: number;
  /** 32 hexadecimal digits. */
  readonly hash: string;
}

export interface HistoryBlock extends Fingerprint {
  /** Rows as ClickHouse's `TabSeparated`, in the order of the table's columns. */
  readonly lines: readonly string[];
  /** The stream with most of the rows; null without rows. */
  readonly largest: { readonly streamId: string; readonly rows: number } | null;
}

interface BlockRow {
  /** Organization, sign, stream, times and sequences, separated by tabs: one text takes less time than seven columns. */
  numbers: string;
  uniqueId: string;
  properties: string;
}

const IN_MONTH = "timestamp >= $4::timestamptz and timestamp < $5::timestamptz";

/** The first instants of a month and of the next one. */
function boundsOf(month: string): [string, string] {
  const start = new Date(`${month}T00:00:00.000Z`);
  const end = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1));
  return [start.toISOString(), end.toISOString()];
}

/** Microseconds since 1970-01-01T00:00:00Z. */
const microseconds = (column: string) => `(extract(epoch from ${column}) * 1000000)::bigint`;

/**
 * The rows of a block in PostgreSQL: the events of known accounts that began to count in the range, and the ends of those
 * that ceased to. The same range always has the same rows. An event of an unknown account is not copied before it is bound,
 * which gives it a later sequence. One that was voided before it was bound never counted.
 *
 * @param month its first date: only the events that happened in it. Default: all that are in PostgreSQL
 */
export async function readHistoryBlock(
  tx: Tx,
  after: string,
  through: string,
  month: string | null = null,
): Promise<HistoryBlock> {
  const rows = await tx.sql<BlockRow>(
    `select ${numbers("1", "0")} as numbers, unique_id, properties::text as properties
     from usage_event e join usage_stream s on s.organization_id = $1 and s.id = e.stream_id and s.account_id is not null
     where e.organization_number = ${ORGANIZATION_NUMBER} and sequence > $2 and sequence <= $3
       and (voided_sequence is null or voided_sequence > sequence) and ${IN_MONTH}
     union all
     select ${numbers("-1", "voided_sequence")}, unique_id, ''
     from usage_event e join usage_stream s on s.organization_id = $1 and s.id = e.stream_id and s.account_id is not null
     where e.organization_number = ${ORGANIZATION_NUMBER} and voided_sequence > $2 and voided_sequence <= $3
       and voided_sequence > sequence and ${IN_MONTH}`,
    [tx.organizationId, after, through, ...(month === null ? ["-infinity", "infinity"] : boundsOf(month))],
  );
  const sums = new HashSums();
  const counts = new Map<string, number>();
  const lines = rows.map(({ numbers: joined, uniqueId, properties }) => {
    const hashed = joined.slice(joined.indexOf("\t") + 1);
    sums.add(`${hashed.replaceAll("\t", "\0")}\0${uniqueId}\0${properties}`);
    const streamId = hashed.slice(hashed.indexOf("\t") + 1, hashed.indexOf("\t", 3));
    counts.set(streamId, (counts.get(streamId) ?? 0) + 1);
    return `${joined}\t${escaped(uniqueId)}\t${escaped(properties)}`;
  });
  return { lines, rows: lines.length, hash: sums.text(), largest: largestStream(counts) };
}

function numbers(sign: string, ended: string): string {
  const each = [
    "e.organization_number",
    sign,
    "stream_id",
    microseconds("timestamp"),
    microseconds("received_at"),
    "sequence",
    ended,
  ];
  return `concat_ws(chr(9), ${each.join(", ")})`;
}

const ESCAPED: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

/** A text in ClickHouse's `TabSeparated`. */
function escaped(text: string): string {
  return /[\\\t\n\r]/.test(text)
    ? text.replaceAll(/[\\\t\n\r]/g, (character) => ESCAPED[character] ?? character)
    : text;
}

function largestStream(counts: ReadonlyMap<string, number>): HistoryBlock["largest"] {
  let largest: HistoryBlock["largest"] = null;
  for (const [streamId, count] of counts) if (count > (largest?.rows ?? 0)) largest = { streamId, rows: count };
  return largest;
}

/** The sums of the first two 64-bit numbers of SHA-256 hashes, least byte first. */
class HashSums {
  /** Of each byte. Exact for 2^45 rows. */
  readonly #bytes = new Float64Array(16);

  add(text: string): void {
    // A character for each byte, which takes half the time of a buffer.
    const digest = hash("sha256", text, "binary");
    for (let place = 0; place < 16; place += 1)
      this.#bytes[place] = (this.#bytes[place] ?? 0) + digest.charCodeAt(place);
  }

  text(): string {
    return hexadecimal([0, 8].map((from) => BigInt.asUintN(64, this.#sumFrom(from))));
  }

  #sumFrom(first: number): bigint {
    return this.#bytes
      .subarray(first, first + 8)
      .reduce((sum, byte, place) => sum + (BigInt(byte) << BigInt(8 * place)), 0n);
  }
}

function hexadecimal(sums: Iterable<bigint>): string {
  return [...sums].map((sum) => sum.toString(16).padStart(16, "0")).join("");
}

/**
 * What ClickHouse must have of a block: the rows that PostgreSQL has, and those of its dropped months, of which it has the
 * fingerprints (R-HIST-3). Months that retention deleted are in neither store.
 */
export async function expectedBlock(tx: Tx, after: string, through: string): Promise<Fingerprint> {
  const { rows, hash: own } = await readHistoryBlock(tx, after, through);
  const dropped = await tx.sql<{ rows: number; hash: string }>(
    `select b.row_count as rows, b.content_hash as hash from usage_dropped_block b
     join usage_dropped_month m on m.organization_number = b.organization_number and m.month = b.month and m.dropped_at is not null
     where b.organization_number = ${ORGANIZATION_NUMBER} and b.through_sequence = $2
       and (first_kept_usage() is null or b.month::timestamp at time zone 'UTC' >= first_kept_usage())`,
    [tx.organizationId, through],
  );
  return dropped.reduce((sum, more) => addFingerprints(sum, more), { rows, hash: own });
}

/** The fingerprint of the rows of both. */
export function addFingerprints(a: Fingerprint, b: Fingerprint): Fingerprint {
  const halves = [0, 16].map((from) =>
    BigInt.asUintN(64, BigInt(`0x${a.hash.slice(from, from + 16)}`) + BigInt(`0x${b.hash.slice(from, from + 16)}`)),
  );
  return { rows: a.rows + b.rows, hash: hexadecimal(halves) };
}

/** The same of the rows that ClickHouse has. */
export async function historyFingerprint(
  history: History,
  { table, organizationNumber, after, through }: HistoryRange,
  month: string | null = null,
): Promise<Fingerprint> {
  const [start, end] =
    month === null ? [LEAST, MOST] : boundsOf(month).map((instant) => BigInt(Date.parse(instant)) * 1_000n);
  const [rows, first, second] = await oneRow<[string, string, string]>(
    history,
    `select count(), sumWithOverflow(reinterpretAsUInt64(substring(h, 1, 8))), sumWithOverflow(reinterpretAsUInt64(substring(h, 9, 8)))
     from (
       select SHA256(concat(toString(sign), '\\0', toString(stream_id), '\\0', toString(timestamp), '\\0', toString(received_at), '\\0',
         toString(sequence), '\\0', toString(ended_sequence), '\\0', unique_id, '\\0', properties)) as h
       from ${table}
       where ${OF_ORGANIZATION} and ${TAKES_EFFECT} > {after:Int64} and ${TAKES_EFFECT} <= {through:Int64}
         and timestamp >= {start:Int64} and timestamp < {end:Int64}
     )`,
    { organization: organizationNumber, after, through, start: start ?? LEAST, end: end ?? MOST },
  );
  return { rows: Number(rows), hash: hexadecimal([BigInt(first), BigInt(second)]) };
}
