import { hash } from "node:crypto";
import type { Tx } from "../database/tx.ts";
import { ORGANIZATION_NUMBER } from "../usage/organization-number.ts";
import { type History, oneRow } from "./history.ts";
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

/** Microseconds since 1970-01-01T00:00:00Z. */
const microseconds = (column: string) => `(extract(epoch from ${column}) * 1000000)::bigint`;

/**
 * The rows of a block in PostgreSQL: the events of known accounts that began to count in the range, and the ends of those
 * that ceased to. The same range always has the same rows. An event of an unknown account is not copied before it is bound,
 * which gives it a later sequence. One that was voided before it was bound never counted.
 */
export async function readHistoryBlock(tx: Tx, after: string, through: string): Promise<HistoryBlock> {
  const rows = await tx.sql<BlockRow>(
    `select e.organization_number, 1 as sign, stream_id, ${microseconds("timestamp")} as timestamp,
       ${microseconds("received_at")} as received_at, sequence, 0::bigint as ended_sequence, unique_id, properties::text as properties
     from usage_event e join usage_stream s on s.organization_id = $1 and s.id = e.stream_id and s.account_id is not null
     where e.organization_number = ${ORGANIZATION_NUMBER} and sequence > $2 and sequence <= $3
       and (voided_sequence is null or voided_sequence > sequence)
     union all
     select e.organization_number, -1, stream_id, ${microseconds("timestamp")}, ${microseconds("received_at")}, sequence,
       voided_sequence, unique_id, ''
     from usage_event e join usage_stream s on s.organization_id = $1 and s.id = e.stream_id and s.account_id is not null
     where e.organization_number = ${ORGANIZATION_NUMBER} and voided_sequence > $2 and voided_sequence <= $3
       and voided_sequence > sequence`,
    [tx.organizationId, after, through],
  );
  const sum = new BigUint64Array(2);
  const lines = rows.map((row) => {
    const { organizationNumber, sign, streamId, timestamp, receivedAt, sequence, endedSequence, uniqueId, properties } =
      row;
    const members = [sign, streamId, timestamp, receivedAt, sequence, endedSequence, uniqueId, properties];
    addHash(sum, members.join("\0"));
    return JSON.stringify([organizationNumber, ...members]);
  });
  return { lines, rows: lines.length, hash: hexadecimal(sum) };
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

/** The same of the rows that ClickHouse has. */
export async function historyFingerprint(
  history: History,
  { table, organizationNumber, after, through }: HistoryRange,
): Promise<Fingerprint> {
  const [rows, first, second] = await oneRow<[string, string, string]>(
    history,
    `select count(), sumWithOverflow(reinterpretAsUInt64(substring(h, 1, 8))), sumWithOverflow(reinterpretAsUInt64(substring(h, 9, 8)))
     from (
       select SHA256(concat(toString(sign), '\\0', toString(stream_id), '\\0', toString(timestamp), '\\0', toString(received_at), '\\0',
         toString(sequence), '\\0', toString(ended_sequence), '\\0', unique_id, '\\0', properties)) as h
       from ${table}
       where ${OF_ORGANIZATION} and ${TAKES_EFFECT} > {after:Int64} and ${TAKES_EFFECT} <= {through:Int64}
     )`,
    { organization: organizationNumber, after, through },
  );
  return { rows: Number(rows), hash: hexadecimal([BigInt(first), BigInt(second)]) };
}
