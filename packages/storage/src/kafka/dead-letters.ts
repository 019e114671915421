import type { DeadLetterState } from "../checks.gen.ts";
import type { Database } from "../database/database.ts";
import type { Tx } from "../database/tx.ts";
import { unnested } from "../database/unnested.ts";
import { type ListFields, type ListPage, type ListQuery, listRows } from "../lists/list.ts";
import type { Row } from "../row.ts";

export type DeadLetterRow = Row<"deadLetter">;
/** A dead letter with the record that it is about. */
export type DeadLetterWithRecord = DeadLetterRow & Row<"deadLetterRecord">;

export const DEAD_LETTER_FIELDS: ListFields = {
  id: { type: "text", sql: "dead_letter.id" },
  state: { type: "text", sql: "dead_letter.state" },
  topic: { type: "text", sql: "dead_letter.topic" },
  partition: { type: "integer", sql: "dead_letter.partition" },
  offset: { type: "integer", sql: "dead_letter.record_offset" },
  uniqueId: { type: "text", sql: "dead_letter.unique_id" },
  code: { type: "text", sql: "dead_letter.code" },
  recordedAt: { type: "instant", sql: "dead_letter.recorded_at" },
  createdAt: { type: "instant", sql: "dead_letter.created_at" },
  closedAt: { type: "instant", sql: "dead_letter.closed_at" },
};

const COLUMNS = {
  id: "text",
  state: "text",
  consumerGroup: "text",
  topic: "text",
  partition: "integer",
  recordOffset: "bigint",
  recordedAt: "timestamptz",
  payloadBytes: "bigint",
  isComplete: "boolean",
  uniqueId: "text",
  code: "text",
  detail: "text",
  createdAt: "timestamptz",
  updatedAt: "timestamptz",
  closedAt: "timestamptz",
} as const;

const RECORD_COLUMNS = { id: "text", recordKey: "bytea", headers: "text", payload: "bytea" } as const;

export async function insertDeadLetters(tx: Tx, rows: readonly DeadLetterWithRecord[]): Promise<void> {
  const letters = unnested(rows, COLUMNS);
  await tx.sql(
    `insert into dead_letter (organization_id, ${letters.columns}) select $1, ${letters.columns} from ${letters.source}`,
    [tx.organizationId, ...letters.values],
    "insert-dead-letters",
  );
  const written = rows.map((row) => ({ ...row, recordKey: hex(row.recordKey), payload: hex(row.payload) }));
  const records = unnested(written, RECORD_COLUMNS);
  await tx.sql(
    `insert into dead_letter_record (organization_id, ${records.columns})
     select $1, ${records.columns} from ${records.source}`,
    [tx.organizationId, ...records.values],
    "insert-dead-letter-records",
  );
}

/** PostgreSQL's text form of bytes. */
function hex(bytes: Buffer | null): string | null {
  return bytes === null ? null : `\\x${bytes.toString("hex")}`;
}

export function listDeadLetters(tx: Tx, query: ListQuery): Promise<ListPage<DeadLetterRow>> {
  return listRows<DeadLetterRow>(tx, { table: "dead_letter", fields: DEAD_LETTER_FIELDS }, query);
}

const WITH_RECORD = `select d.*, r.record_key, r.headers, r.payload from dead_letter d
  join dead_letter_record r on r.organization_id = d.organization_id and r.id = d.id
  where d.organization_id = $1 and d.id = $2`;

export async function findDeadLetter(tx: Tx, id: string): Promise<DeadLetterWithRecord | undefined> {
  const [row] = await tx.sql<DeadLetterWithRecord>(WITH_RECORD, [tx.organizationId, id]);
  return row;
}

/** Locks a dead letter, so that of concurrent replays only one stores its event. */
export async function lockDeadLetter(tx: Tx, id: string): Promise<DeadLetterWithRecord | undefined> {
  await tx.sql("select from dead_letter where organization_id = $1 and id = $2 for no key update", [
    tx.organizationId,
    id,
  ]);
  return findDeadLetter(tx, id);
}

/** Closes a locked dead letter. */
export async function closeDeadLetter(tx: Tx, id: string, state: DeadLetterState, at: string): Promise<void> {
  await tx.sql(
    "update dead_letter set state = $3, updated_at = $4, closed_at = $4 where organization_id = $1 and id = $2",
    [tx.organizationId, id, state, at],
  );
}

/** Deletes dead letters of all organizations that were closed before `earliest`. Returns how many. */
export async function forgetDeadLetters(database: Database, earliest: string, most: number): Promise<number> {
  const [row] = await database.unscoped<{ forgotten: number }>(
    "select forget_dead_letters($1, $2) as forgotten",
    [earliest, most],
    "forget-dead-letters",
  );
  return row?.forgotten ?? 0;
}
