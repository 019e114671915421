import type { Database } from "../database/database.ts";
import type { Tx } from "../database/tx.ts";
import { ORGANIZATION_NUMBER } from "../usage/organization-number.ts";
import { isLockTimeout } from "../usage/usage-partitions.ts";
import { ENTRIES_OF_A_BLOCK, toIdBlocks } from "./id-blocks.ts";
import { addToFilter, createIdFilter, filterParts, hashIds } from "./id-filter.ts";

/** A month that can be dropped, or that is being dropped. */
export interface MonthToDrop {
  /** Its first date. */
  month: string;
  /** Its events are only in ClickHouse, and its IDs are being stored. */
  isDetached: boolean;
}

export async function usageMonthsToDrop(database: Database): Promise<MonthToDrop[]> {
  return database.unscoped<MonthToDrop>("select * from usage_months_to_drop()");
}

/** An organization's events in a month that may be dropped. */
export interface MonthStanding {
  organizationId: string;
  firstSequence: string;
  lastSequence: string;
  /** The watermark of its copy. */
  verifiedThrough: string;
  /** The number of repairs of its copy. */
  copy: number;
  /** Why the month cannot be dropped yet; null if it can. */
  waitsFor: string | null;
}

export async function usageMonthStanding(database: Database, month: string): Promise<MonthStanding[]> {
  return database.unscoped<MonthStanding>("select * from usage_month_standing($1)", [month]);
}

/** What a block of the copy has of a month. */
export interface DroppedBlock {
  readonly throughSequence: string;
  readonly rows: number;
  readonly hash: string;
}

/** Records that the copy of a month was compared, before the month is detached. Replaces an earlier comparison. */
export async function noteComparedMonth(
  tx: Tx,
  month: string,
  { firstSequence, lastSequence, verifiedThrough, copy }: MonthStanding,
  blocks: readonly DroppedBlock[],
): Promise<void> {
  await tx.sql(
    `insert into usage_dropped_month (organization_number, month, first_sequence, last_sequence, verified_through, copy)
     values (${ORGANIZATION_NUMBER}, $2, $3, $4, $5, $6)
     on conflict (organization_number, month) do update set first_sequence = excluded.first_sequence,
       last_sequence = excluded.last_sequence, verified_through = excluded.verified_through, copy = excluded.copy
       where usage_dropped_month.dropped_at is null`,
    [tx.organizationId, month, firstSequence, lastSequence, verifiedThrough, copy],
  );
  await tx.sql(
    `insert into usage_dropped_block (organization_number, month, through_sequence, row_count, content_hash)
     select ${ORGANIZATION_NUMBER}, $2, b.through, b.rows, b.hash from unnest($3::bigint[], $4::integer[], $5::text[]) as b (through, rows, hash)
     where not exists (
       select from usage_dropped_month where organization_number = ${ORGANIZATION_NUMBER} and month = $2 and dropped_at is not null)
     on conflict (organization_number, through_sequence, month) do update
       set row_count = excluded.row_count, content_hash = excluded.content_hash`,
    [
      tx.organizationId,
      month,
      blocks.map(({ throughSequence }) => throughSequence),
      blocks.map(({ rows }) => rows),
      blocks.map(({ hash }) => hash),
    ],
  );
}

/** Takes a compared month out of PostgreSQL's readings. False if something changed, or was in use for too long. */
export async function detachUsageMonth(database: Database, month: string): Promise<boolean> {
  try {
    const [row] = await database.unscoped<{ isDone: boolean }>("select detach_usage_month($1) as is_done", [month]);
    return row?.isDone === true;
  } catch (error) {
    if (isLockTimeout(error)) return false;
    throw error;
  }
}

/** The organizations of a detached month whose IDs are not stored, or not released yet. */
export async function organizationsOfDroppedMonth(database: Database, month: string): Promise<string[]> {
  const rows = await database.unscoped<{ organizationId: string }>(
    "select organization_id from organizations_of_dropped_month($1)",
    [month],
  );
  return rows.map(({ organizationId }) => organizationId);
}

/** Blocks written in one statement. */
const BLOCKS_AT_ONCE = 50;
/** Bytes of a row of the filter. */
const PART_BYTES = 1024 * 1024;

/**
 * Stores the IDs of a detached month in blocks and their filter, unless they are stored. The keys of the IDs stay until
 * `releaseUsageKeys`, so that an ID is taken at every moment.
 */
export async function storeDroppedIds(tx: Tx, month: string): Promise<void> {
  const claimed = await tx.sql(
    `select from usage_dropped_month where organization_number = ${ORGANIZATION_NUMBER} and month = $2 and dropped_at is not null
       and ids_stored_at is null for no key update`,
    [tx.organizationId, month],
  );
  if (claimed.length === 0) return;
  const hashes: Uint32Array[] = [];
  let entries = 0;
  await tx.sql("declare dropped_entries no scroll cursor for select * from dropped_usage_entries($1)", [month]);
  for (;;) {
    const rows = await tx.sql<{ uniqueId: string; entry: Buffer }>(
      `fetch ${ENTRIES_OF_A_BLOCK * BLOCKS_AT_ONCE} from dropped_entries`,
    );
    if (rows.length === 0) break;
    hashes.push(hashIds(rows.map(({ uniqueId }) => uniqueId)));
    entries += rows.length;
    const blocks = toIdBlocks(rows.map(({ entry }) => entry));
    await tx.sql(
      `insert into usage_dropped_ids (organization_number, month, first_hash, ids)
       select ${ORGANIZATION_NUMBER}, $2, decode(b.first_hash, 'hex'), decode(b.ids, 'hex')
       from unnest($3::text[], $4::text[]) as b (first_hash, ids)`,
      [
        tx.organizationId,
        month,
        blocks.map(({ firstHash }) => firstHash.toString("hex")),
        blocks.map(({ ids }) => ids.toString("hex")),
      ],
    );
  }
  await tx.sql("close dropped_entries");
  const filter = createIdFilter(entries);
  for (const some of hashes) addToFilter(filter, some);
  for (const [part, bits] of filterParts(filter, PART_BYTES).entries()) {
    await tx.sql(
      `insert into usage_dropped_filter (organization_number, month, part, bits) values (${ORGANIZATION_NUMBER}, $2, $3, $4)`,
      [tx.organizationId, month, part, bits],
    );
  }
  await tx.sql(
    `update usage_dropped_month set ids_stored_at = clock_timestamp() where organization_number = ${ORGANIZATION_NUMBER} and month = $2`,
    [tx.organizationId, month],
  );
}

/**
 * Deletes the keys of the next IDs that were stored. Every batch of events that was under way when they were stored must
 * have ended (`currentUsageSequence`): later ones see the stored IDs.
 *
 * @returns the last sequence; null when none is left
 */
export async function releaseUsageKeys(tx: Tx, month: string, after: string, most: number): Promise<string | null> {
  const [row] = await tx.sql<{ last: string | null }>("select release_usage_keys($1, $2, $3) as last", [
    month,
    after,
    most,
  ]);
  return row?.last ?? null;
}

export async function noteKeysReleased(tx: Tx, month: string): Promise<void> {
  await tx.sql(
    `update usage_dropped_month set keys_released_at = now() where organization_number = ${ORGANIZATION_NUMBER} and month = $2`,
    [tx.organizationId, month],
  );
}

/** Drops the table of a detached month when all its IDs are stored and released. Returns whether it did. */
export async function finishUsageMonth(database: Database, month: string): Promise<boolean> {
  const [row] = await database.unscoped<{ isDone: boolean }>("select finish_usage_month($1) as is_done", [month]);
  return row?.isDone === true;
}
