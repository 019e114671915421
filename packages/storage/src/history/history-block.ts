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
  /** Rows as JSON arrays, in the order of the table's columns. */
  readonly lines: readonly string[];
  /** The stream with most of the rows; null without rows. */
  readonly largest: { readonly streamId: string; readonly rows: number } | null;
}

interface BlockRow {
  organizationNumber: number;
  sign: number;
  streamId: string;
  timestamp: string;
  receivedAt: string;
  sequence: string;
  endedSequence: string;
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
    `select e.organization_number, 1 as sign, stream_id, ${microseconds("timestamp")} as timestamp,
       ${microseconds("received_at")} as received_at, sequence, 0::bigint as ended_sequence, unique_id, properties::text as properties
     from usage_event e join usage_stream s on s.organization_id = $1 and s.id = e.stream_id and s.account_id is not null
     where e.organization_number = ${ORGANIZATION_NUMBER} and sequence > $2 and sequence <= $3
       and (voided_sequence is null or voided_sequence > sequence) and ${IN_MONTH}
     union all
     select e.organization_number, -1, stream_id, ${microseconds("timestamp")}, ${microseconds("received_at")}, sequence,
       voided_sequence, unique_id, ''
     from usage_event e join usage_stream s on s.organization_id = $1 and s.id = e.stream_id and s.account_id is not null
     where e.organization_number = ${ORGANIZATION_NUMBER} and voided_sequence > $2 and voided_sequence <= $3
       and voided_sequence > sequence and ${IN_MONTH}`,
    [tx.organizationId, after, through, ...(month === null ? ["-infinity", "infinity"] : boundsOf(month))],
  );
  const sum = new BigUint64Array(2);
  const lines = rows.map((row) => {
    const { organizationNumber, sign, streamId, timestamp, receivedAt, sequence, endedSequence, uniqueId, properties } =
      row;
    const members = [sign, streamId, timestamp, receivedAt, sequence, endedSequence, uniqueId, properties];
    addHash(sum, members.join("\0"));
    return JSON.stringify([organizationNumber, ...members]);
  });
  return { lines, rows: lines.length, hash: hexadecimal(sum), largest: largestStream(rows) };
}

function largestStream(rows: readonly BlockRow[]): HistoryBlock["largest"] {
  const counts = new Map<string, number>();
  for (const { streamId } of rows) counts.set(streamId, (counts.get(streamId) ?? 0) + 1);
  let largest: HistoryBlock["largest"] = null;
  for (const [streamId, count] of counts) if (count > (largest?.rows ?? 0)) largest = { streamId, rows: count };
  return largest;
}

function addHash(sum: BigUint64Array, text: string): void {
  const bytes = hash("sha256", text, "buffer");
  // Sums of 64 bits wrap, as in ClickHouse.
  sum[0] = (sum[0] ?? 0n) + bytes.readBigUInt64LE(0);
  sum[1] = (sum[1] ?? 0n) + bytes.readBigUInt64LE(8);
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
