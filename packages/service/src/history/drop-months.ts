import {
  currentUsageSequence,
  detachUsageMonth,
  type DroppedBlock,
  findHistoryBlocks,
  findHistoryStanding,
  finishUsageMonth,
  type History,
  historyFingerprint,
  historyTableName,
  isLockTimeout,
  keepSmallAccounts,
  type MonthStanding,
  noteComparedMonth,
  noteKeysReleased,
  organizationsOfDroppedMonth,
  readHistoryBlock,
  releaseUsageKeys,
  stopHistory,
  storeDroppedIds,
  usageMonthStanding,
  usageMonthsToDrop,
} from "@counterfoil/storage";
import { type Context, read, transact } from "../context.ts";
import { HistoryMismatch } from "./copy-history.ts";
import { differenceOf, differingBlock, isEqual } from "./differing-block.ts";

const BLOCKS_AT_ONCE = 500;
/** Keys deleted in one transaction. */
const KEYS_AT_ONCE = 10_000;

/** What dropping needs: ClickHouse, and a context for each organization. */
export interface MonthDropper {
  readonly database: Context["database"];
  readonly history: History;
  readonly contextOf: (organizationId: string) => Context;
  /** Called before each step. Tests stop here. */
  readonly beforeStep?: (step: DropStep, month: string) => Promise<void>;
}

/** The steps of a drop. Each is complete by itself: whatever is killed, the next attempt continues. */
export type DropStep = "compare" | "detach" | "keep" | "store ids" | "release keys" | "finish";

export interface DroppedMonth {
  /** `2026-05`. */
  readonly month: string;
  /** Whether it is dropped now. */
  readonly isDropped: boolean;
  /** What it waits for otherwise. */
  readonly waitsFor: string | null;
}

/**
 * Drops the months from PostgreSQL that are old enough and wholly in ClickHouse (R-HIST-3), and continues drops that were
 * interrupted. Any number of workers may do this at once.
 *
 * 1. Compares the month in both stores, and keeps the fingerprints of its blocks.
 * 2. Detaches it in one short transaction: from then on its events are read from ClickHouse only.
 * 3. Keeps the events of small accounts in a compact form, so that reading them does not need ClickHouse.
 * 4. Stores its IDs in the compact form, in addition to their keys.
 * 5. Waits for the batches of events under way, which may not see them. Then deletes the keys.
 * 6. Drops the table.
 *
 * @throws HistoryAway if ClickHouse cannot be used: the next attempt continues
 * @throws HistoryMismatch if a block differs: nothing of it was dropped
 */
export async function dropMonths(
  dropper: MonthDropper,
  isStopping: () => boolean = () => false,
): Promise<DroppedMonth[]> {
  const results: DroppedMonth[] = [];
  for (const { month, isDetached } of await usageMonthsToDrop(dropper.database)) {
    if (isStopping()) break;
    const waitsFor = isDetached ? null : await detach(dropper, month);
    const isDropped = waitsFor === null && (await finish(dropper, month, isStopping));
    results.push({ month: month.slice(0, 7), isDropped, waitsFor: isDropped ? null : (waitsFor ?? IN_USE) });
  }
  return results;
}

const IN_USE = "another process uses it; the next attempt continues";

/** Returns what the month waits for; null if it is detached. */
async function detach(
  { database, history, contextOf, beforeStep }: MonthDropper,
  month: string,
): Promise<string | null> {
  const standings = await usageMonthStanding(database, month);
  const waiting = standings.find(({ waitsFor }) => waitsFor !== null);
  if (waiting !== undefined) return `${waiting.organizationId}: ${waiting.waitsFor}`;
  await beforeStep?.("compare", month);
  for (const standing of standings) await compare(contextOf(standing.organizationId), history, month, standing);
  await beforeStep?.("detach", month);
  return (await detachUsageMonth(database, month)) ? null : IN_USE;
}

/** Compares every block that has events of the month, and records its part of the month. */
async function compare(context: Context, history: History, month: string, standing: MonthStanding): Promise<void> {
  const table = await historyTableName(context.database);
  const organizationNumber = (await read(context, findHistoryStanding))?.organizationNumber ?? 0;
  const blocks: DroppedBlock[] = [];
  for await (const { after, through } of blocksOf(context, standing)) {
    const own = await read(context, (tx) => readHistoryBlock(tx, after, through, month));
    const found = await historyFingerprint(history, { table, organizationNumber, after, through }, month);
    if (!isEqual(found, own)) {
      const text = differingBlock({ table, after, through }, `of ${month.slice(0, 7)}, ${differenceOf(own, found)}`);
      await transact(context, ({ tx }) => stopHistory(tx, standing.copy, { text, isDistrusted: true }));
      throw new HistoryMismatch(`${text} Nothing was dropped. Run: counterfoil history repair`);
    }
    if (own.rows > 0) blocks.push({ throughSequence: through, rows: own.rows, hash: own.hash });
  }
  await transact(context, ({ tx }) => noteComparedMonth(tx, month, standing, blocks));
}

/** The copied blocks between the first and the last sequence of the month. */
async function* blocksOf(
  context: Context,
  { firstSequence, lastSequence }: MonthStanding,
): AsyncGenerator<{ after: string; through: string }> {
  for (let from = (BigInt(firstSequence) - 1n).toString(); ;) {
    const start = from;
    const blocks = await read(context, (tx) => findHistoryBlocks(tx, start, BLOCKS_AT_ONCE));
    for (const { afterSequence: after, throughSequence: through } of blocks) {
      if (BigInt(after) >= BigInt(lastSequence)) return;
      yield { after, through };
      from = through;
    }
    if (blocks.length === 0) return;
  }
}

/** Stores the IDs of a detached month and drops its table. False if it was stopped, or the table is in use. */
async function finish(
  { database, contextOf, beforeStep }: MonthDropper,
  month: string,
  isStopping: () => boolean,
): Promise<boolean> {
  for (const organizationId of await organizationsOfDroppedMonth(database, month)) {
    const context = contextOf(organizationId);
    await beforeStep?.("keep", month);
    while (await transact(context, ({ tx }) => keepSmallAccounts(tx, month))) if (isStopping()) return false;
    await beforeStep?.("store ids", month);
    await transact(context, ({ tx }) => storeDroppedIds(tx, month));
    // Batches that began before may not see the stored IDs; their keys must still be there.
    await transact(context, ({ tx }) => currentUsageSequence(tx));
    await beforeStep?.("release keys", month);
    if (!(await releaseKeys(context, month, isStopping))) return false;
    await transact(context, ({ tx }) => noteKeysReleased(tx, month));
  }
  await beforeStep?.("finish", month);
  try {
    return await finishUsageMonth(database, month);
  } catch (error) {
    if (isLockTimeout(error)) return false;
    throw error;
  }
}

/** False if it was stopped. */
async function releaseKeys(context: Context, month: string, isStopping: () => boolean): Promise<boolean> {
  let last: string | null = "0";
  while (last !== null) {
    if (isStopping()) return false;
    const after: string = last;
    last = await transact(context, ({ tx }) => releaseUsageKeys(tx, month, after, KEYS_AT_ONCE));
  }
  return true;
}
