import type { Database } from "../database/database.ts";
import type { Tx } from "../database/tx.ts";
import { json } from "../json.ts";
import type { Row } from "../row.ts";

/** Claims a key for one attempt of a request. */
export interface KeyClaim {
  readonly key: string;
  readonly requestHash: Buffer;
  readonly attemptId: string;
  readonly now: string;
  /** Records created before this instant are ignored, even if not yet deleted. */
  readonly earliest: string;
  /** Until when an attempt counts as alive if it does not report. */
  readonly reservedUntil: string;
}

/** The response to a request. */
export type AnswerRow = Pick<Row<"idempotencyRecord">, "status" | "headers" | "body" | "isSealed"> & {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
};

/** A record as found. Without a status, an attempt is still running. */
export type IdempotencyRow = { requestHash: Buffer } & (AnswerRow | { status: null });

/**
 * Takes a key that is free, whose record is too old, or whose attempt died. Never waits: if an attempt of another
 * process holds the key, it has locked it until its transaction ends. Returns whether the key was taken.
 */
export async function claimIdempotencyKey(tx: Tx, claim: KeyClaim): Promise<boolean> {
  const rows = await tx.sql(
    `with lock as materialized (select pg_try_advisory_xact_lock(hashtextextended($1::text || ' idempotency ' || $2::text, 0)) as is_taken)
     insert into idempotency_record (organization_id, key, request_hash, attempt_id, created_at, reserved_until)
     select $1, $2, $3::bytea, $4, $5::timestamptz, $7::timestamptz from lock where is_taken
     on conflict (organization_id, key) do update set request_hash = excluded.request_hash,
       attempt_id = excluded.attempt_id, created_at = excluded.created_at, reserved_until = excluded.reserved_until,
       status = null, headers = null, body = null, is_sealed = false
     where idempotency_record.created_at < $6::timestamptz or idempotency_record.reserved_until < $5
     returning key`,
    [tx.organizationId, claim.key, claim.requestHash, claim.attemptId, claim.now, claim.earliest, claim.reservedUntil],
    "claim-idempotency-key",
  );
  return rows.length > 0;
}

export async function findIdempotencyRecord(tx: Tx, key: string): Promise<IdempotencyRow | undefined> {
  const [row] = await tx.sql<IdempotencyRow>(
    `select request_hash, status, headers, body, is_sealed from idempotency_record
     where organization_id = $1 and key = $2`,
    [tx.organizationId, key],
  );
  return row;
}

/** Stores the response of an attempt. Returns false if another attempt has taken the key. */
export async function keepAnswer(tx: Tx, key: string, attemptId: string, answer: AnswerRow): Promise<boolean> {
  const rows = await tx.sql(
    `update idempotency_record set status = $4, headers = $5, body = $6, is_sealed = $7, attempt_id = null, reserved_until = null
     where organization_id = $1 and key = $2 and attempt_id = $3 returning key`,
    [tx.organizationId, key, attemptId, answer.status, json(answer.headers), answer.body, answer.isSealed],
    "keep-idempotent-answer",
  );
  return rows.length > 0;
}

/** Deletes the record of an attempt that failed. */
export async function releaseIdempotencyKey(tx: Tx, key: string, attemptId: string): Promise<void> {
  await tx.sql("delete from idempotency_record where organization_id = $1 and key = $2 and attempt_id = $3", [
    tx.organizationId,
    key,
    attemptId,
  ]);
}

/** Deletes up to `most` records of all organizations created before an instant. Returns how many. */
export async function forgetIdempotencyRecords(database: Database, earliest: string, most: number): Promise<number> {
  const [row] = await database.unscoped<{ forgotten: number }>(
    "select forget_idempotency_records($1, $2) as forgotten",
    [earliest, most],
  );
  return row?.forgotten ?? 0;
}
