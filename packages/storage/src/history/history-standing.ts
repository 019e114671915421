import { invariant } from "@counterfoil/engine";
import type { Database } from "../database/database.ts";
import type { Tx } from "../database/tx.ts";
import type { Row } from "../row.ts";
import { currentUsageSequence } from "../usage/current-usage-sequence.ts";
import { sequenceAfter } from "../usage/sequence-after.ts";
import { HistoryAway } from "./history-away.ts";
import type { HistoryRange } from "./history-table.ts";

/** The copy of an organization's events. */
export type HistoryStanding = Row<"usageHistory"> & { readonly organizationNumber: number };

/** A block that a worker has claimed. */
export interface ClaimedBlock extends HistoryRange {
  /** The number of repairs and rebuilds so far. */
  readonly copy: number;
  /** Whether an earlier attempt did not finish: it may have inserted the block. */
  readonly isResumed: boolean;
  /** Whether it has all events that had been stored when it was claimed. */
  readonly isLast: boolean;
  /** How many rows were copied before. */
  readonly rowCount: number;
}

/** What a copier claims. */
export interface HistoryClaim {
  /** Distinguishes workers. */
  readonly worker: string;
  /** The events of a block, at most. */
  readonly events: number;
  /** How long a claim holds without a new block. A copier that was killed blocks others no longer than that. */
  readonly seconds: number;
}

/** The organizations with enough events to copy, or with events that have waited for long enough. */
export async function organizationsWithEventsToCopy(
  database: Database,
  { leastEvents, mostSeconds }: { readonly leastEvents: number; readonly mostSeconds: number },
): Promise<string[]> {
  const rows = await database.unscoped<{ organizationId: string }>(
    "select organization_id from organizations_with_events_to_copy($1, $2)",
    [leastEvents, mostSeconds],
  );
  return rows.map((row) => row.organizationId);
}

/** The copy of the whole installation. */
export interface HistoryOfAll {
  /** Organizations whose events are copied, and those of them whose copying stopped. */
  organizations: string;
  stopped: string;
  rowCount: string;
  /** When the oldest event arrived that is not copied; null if there is none. */
  oldestWaiting: string | null;
}

export async function historyOfAll(database: Database): Promise<HistoryOfAll> {
  const [row] = await database.unscoped<HistoryOfAll>("select * from usage_history_standing()");
  invariant(row !== undefined, "an aggregate answers one row");
  return row;
}

/** The name of the table in ClickHouse, chosen by the first call. It is the same for as long as the database exists. */
export async function historyTableName(tx: Pick<Tx, "sql"> | Database): Promise<string> {
  const text = "select choose_usage_history_table() as name";
  const [row] = await ("sql" in tx ? tx.sql<{ name: string }>(text) : tx.unscoped<{ name: string }>(text));
  invariant(row !== undefined, "a function answers one row");
  return row.name;
}

/**
 * Claims the next block to copy. Its bounds are committed before it is
 * copied, so that every attempt copies the same rows. Undefined if there is nothing to copy, if another worker copies, or
 * if copying stopped after a failure.
 */
export async function claimHistoryBlock(
  tx: Tx,
  { worker, events, seconds }: HistoryClaim,
): Promise<ClaimedBlock | undefined> {
  const settled = await currentUsageSequence(tx);
  await tx.sql("insert into usage_history (organization_id) values ($1) on conflict do nothing", [tx.organizationId]);
  const [row] = await tx.sql<
    Pick<HistoryStanding, "throughSequence" | "blockThrough" | "copy" | "organizationNumber" | "rowCount">
  >(
    `update usage_history h set claimed_by = $2, claimed_until = now() + $3 * interval '1 second'
     from organization o
     where h.organization_id = $1 and o.id = $1 and h.failure is null
       and (h.claimed_until is null or h.claimed_until < now() or h.claimed_by = $2)
     returning h.through_sequence, h.block_through, h.copy, h.row_count, o.number as organization_number`,
    [tx.organizationId, worker, seconds],
  );
  if (row === undefined) return undefined;
  const { throughSequence: after, blockThrough, copy, organizationNumber } = row;
  const claimed = {
    table: await historyTableName(tx),
    organizationNumber,
    after,
    copy,
    rowCount: Number(row.rowCount),
  };
  if (blockThrough !== null) return { ...claimed, through: blockThrough, isResumed: true, isLast: false };
  const through = (await sequenceAfter(tx, BigInt(after), BigInt(settled), events)).toString();
  if (through === after) return undefined;
  await tx.sql("update usage_history set block_through = $2 where organization_id = $1", [tx.organizationId, through]);
  return { ...claimed, through, isResumed: false, isLast: through === settled };
}

/** Gives up a claim, so that another worker need not wait until it ends. */
export async function leaveHistory(tx: Tx, worker: string): Promise<void> {
  await tx.sql(
    "update usage_history set claimed_by = null, claimed_until = null where organization_id = $1 and claimed_by = $2",
    [tx.organizationId, worker],
  );
}

/**
 * Moves the watermark over a block whose copy was compared. Returns false if something else moved it or repaired the copy
 * meanwhile: then nothing changes.
 */
export async function moveWatermark(
  tx: Tx,
  { after, through, copy }: ClaimedBlock,
  { rows, hash }: { readonly rows: number; readonly hash: string },
): Promise<boolean> {
  const moved = await tx.sql(
    `update usage_history set through_sequence = $3, block_through = null, row_count = row_count + $5, copied_at = now()
     where organization_id = $1 and through_sequence = $2 and block_through = $3 and copy = $4 returning 1`,
    [tx.organizationId, after, through, copy, rows],
  );
  if (moved.length === 0) return false;
  await tx.sql(
    `insert into usage_history_block (organization_id, through_sequence, after_sequence, row_count, content_hash)
     values ($1, $2, $3, $4, $5)`,
    [tx.organizationId, through, after, rows, hash],
  );
  return true;
}

/**
 * Stops copying. With `isDistrusted`, also stops reading from ClickHouse: a block before the watermark differs. Returns
 * false if the copy was repaired meanwhile, or had stopped before.
 */
export async function stopHistory(
  tx: Tx,
  copy: number,
  failure: { readonly text: string; readonly isDistrusted: boolean },
): Promise<boolean> {
  const stopped = await tx.sql(
    `update usage_history set failure = $3, failed_at = now(), is_distrusted = is_distrusted or $4, claimed_by = null, claimed_until = null
     where organization_id = $1 and copy = $2 and (failure is null or (not is_distrusted and $4)) returning 1`,
    [tx.organizationId, copy, failure.text, failure.isDistrusted],
  );
  return stopped.length > 0;
}

/** The copy of the organization; undefined before its first block. */
export async function findHistoryStanding(tx: Tx): Promise<HistoryStanding | undefined> {
  const [row] = await tx.sql<HistoryStanding>(
    `select h.*, o.number as organization_number from usage_history h join organization o on o.id = h.organization_id
     where h.organization_id = $1`,
    [tx.organizationId],
  );
  return row;
}

export type HistoryBlockRow = Row<"usageHistoryBlock">;

/** Copied blocks after a sequence, in order. */
export async function findHistoryBlocks(tx: Tx, after: string, limit: number): Promise<HistoryBlockRow[]> {
  return tx.sql<HistoryBlockRow>(
    `select * from usage_history_block where organization_id = $1 and through_sequence > $2 order by through_sequence limit $3`,
    [tx.organizationId, after, limit],
  );
}

/**
 * Moves the watermark back, so that everything after it is copied again. Readings that have begun notice it and repeat.
 * Call it before rows are deleted in ClickHouse. Copying stays stopped until `resumeHistory`.
 *
 * @throws HistoryAway if months that were dropped from PostgreSQL would have to be copied
 */
export async function moveWatermarkBack(tx: Tx, to: string, worker: string): Promise<void> {
  await tx.sql(
    `update usage_history h set through_sequence = $2, block_through = null, copy = copy + 1, failure = $3, failed_at = now(),
       is_distrusted = false, row_count = coalesce((
         select sum(b.row_count) from usage_history_block b where b.organization_id = $1 and b.through_sequence <= $2), 0)
     where organization_id = $1`,
    [tx.organizationId, to, `being repaired by ${worker}`],
  );
  // A separate statement after the lock: it sees a month that was detached meanwhile.
  const [dropped] = await tx.sql<{ months: string | null }>(
    `select string_agg(distinct to_char(m.month, 'YYYY-MM'), ', ') as months from usage_dropped_block b
     join usage_dropped_month m on m.organization_number = b.organization_number and m.month = b.month and m.dropped_at is not null
     where b.organization_number = (select number from organization where id = $1) and b.through_sequence > $2
       and (first_kept_usage() is null or b.month::timestamp at time zone 'UTC' >= first_kept_usage())`,
    [tx.organizationId, to],
  );
  if (dropped?.months) {
    throw new HistoryAway(
      "dropped",
      `The months ${dropped.months} were dropped from PostgreSQL, so nothing can copy them again. Restore ClickHouse from a backup, ` +
        "then run: counterfoil history repair",
    );
  }
  await tx.sql("delete from usage_history_block where organization_id = $1 and through_sequence > $2", [
    tx.organizationId,
    to,
  ]);
}

/** Whether a worker may still be copying a block that it claimed before. */
export async function isHistoryClaimed(tx: Tx): Promise<boolean> {
  const rows = await tx.sql("select from usage_history where organization_id = $1 and claimed_until > now()", [
    tx.organizationId,
  ]);
  return rows.length > 0;
}

/** Lets workers copy again. */
export async function resumeHistory(tx: Tx): Promise<void> {
  await tx.sql(
    `update usage_history set failure = null, failed_at = null, claimed_by = null, claimed_until = null
     where organization_id = $1`,
    [tx.organizationId],
  );
}
