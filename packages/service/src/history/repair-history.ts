import { setTimeout } from "node:timers/promises";
import {
  deleteHistory,
  expectedBlock,
  findHistoryBlocks,
  findHistoryStanding,
  type History,
  type HistoryBlockRow,
  historyFingerprint,
  type HistoryStanding,
  isHistoryClaimed,
  historyTableName,
  makeHistoryTable,
  moveWatermarkBack,
  repairValueDays,
  resumeHistory,
  stopHistory,
} from "@counterfoil/storage";
import { type Context, read, transact } from "../context.ts";
import { prepareHistory } from "./copy-history.ts";
import { differenceOf, differingBlock, isEqual } from "./differing-block.ts";

const BLOCKS_AT_ONCE = 500;
const CLAIM_LOOK_MILLISECONDS = 200;
/** Above every sequence. */
const END = (2n ** 63n - 1n).toString();

/** The state of the copy; undefined before the first block. */
export function historyStanding(context: Context): Promise<HistoryStanding | undefined> {
  return read(context, findHistoryStanding);
}

/** The result of comparing the copied blocks. */
export interface VerifiedHistory {
  readonly blocks: number;
  readonly rows: number;
  /** Blocks that differ, in order. */
  readonly differing: readonly { readonly after: string; readonly through: string; readonly difference: string }[];
}

/**
 * Compares every copied block of ClickHouse with PostgreSQL. If one differs, nothing more is read from ClickHouse for this
 * organization until `repairHistory` (R-HIST-4).
 */
export async function verifyHistory(
  context: Context,
  history: History,
  onProgress: (blocks: number) => void = () => undefined,
): Promise<VerifiedHistory> {
  const standing = await read(context, findHistoryStanding);
  if (standing === undefined) return { blocks: 0, rows: 0, differing: [] };
  const table = await historyTableName(context.database);
  const { organizationNumber, copy } = standing;
  const result = { blocks: 0, rows: 0, differing: [] as VerifiedHistory["differing"][number][] };
  for await (const { afterSequence: after, throughSequence: through } of blocksOf(context)) {
    const expected = await read(context, (tx) => expectedBlock(tx, after, through));
    const found = await historyFingerprint(history, { table, organizationNumber, after, through });
    result.blocks += 1;
    result.rows += found.rows;
    if (!isEqual(found, expected)) {
      result.differing.push({ after, through, difference: differenceOf(expected, found) });
    }
    onProgress(result.blocks);
  }
  const [first] = result.differing;
  if (first !== undefined) {
    const text = differingBlock({ table, ...first }, first.difference);
    await transact(context, ({ tx }) => stopHistory(tx, copy, { text, isDistrusted: true }));
  }
  return result;
}

async function* blocksOf(context: Context): AsyncGenerator<HistoryBlockRow> {
  for (let after = "0"; ;) {
    const start = after;
    const blocks = await read(context, (tx) => findHistoryBlocks(tx, start, BLOCKS_AT_ONCE));
    yield* blocks;
    const last = blocks.at(-1);
    if (last === undefined) return;
    after = last.throughSequence;
  }
}

/**
 * Deletes from ClickHouse what follows a sequence, and lets workers copy it again from PostgreSQL. Readings use PostgreSQL
 * alone from the moment it begins, and ClickHouse again as far as it is copied. An interrupted repair can be repeated.
 *
 * @throws HistoryAway if months that were dropped from PostgreSQL would have to be copied
 * @param to the last sequence to keep; "0" rebuilds the whole copy
 */
export async function recopyHistory(context: Context, history: History, to: string): Promise<void> {
  const standing = await read(context, findHistoryStanding);
  if (standing === undefined) return;
  const table = await historyTableName(context.database);
  await transact(context, ({ tx }) => moveWatermarkBack(tx, to, context.actor.id));
  // A block that was claimed before may still be on its way; nothing new is claimed.
  while (await read(context, isHistoryClaimed)) await setTimeout(CLAIM_LOOK_MILLISECONDS);
  await deleteHistory(history, { table, organizationNumber: standing.organizationNumber, after: to, through: END });
  await repairValueDays(history, table);
  await transact(context, ({ tx }) => resumeHistory(tx));
}

/**
 * Copies everything again. Of all organizations, also to a ClickHouse without the table: their watermarks are moved back
 * before it is created, so that no reading takes an empty table for the copy.
 *
 * @throws HistoryAway for some organizations on a ClickHouse without the table, and if months were dropped from PostgreSQL
 */
export async function rebuildHistory(
  contexts: readonly Context[],
  history: History,
  { isAll }: { readonly isAll: boolean },
): Promise<void> {
  for (const context of contexts) {
    await transact(context, ({ tx }) => moveWatermarkBack(tx, "0", context.actor.id));
  }
  const [first] = contexts;
  if (first === undefined) return;
  if (isAll) await makeHistoryTable(history, await historyTableName(first.database));
  else await prepareHistory(first, history);
  for (const context of contexts) await recopyHistory(context, history, "0");
}

/**
 * Finds the first block that differs, and copies everything from it on again. Returns the sequence up to which the copy
 * was kept.
 */
export async function repairHistory(
  context: Context,
  history: History,
  onProgress?: (blocks: number) => void,
): Promise<{ readonly kept: string; readonly verified: VerifiedHistory }> {
  const verified = await verifyHistory(context, history, onProgress);
  const standing = await read(context, findHistoryStanding);
  const kept = verified.differing[0]?.after ?? standing?.throughSequence ?? "0";
  await recopyHistory(context, history, kept);
  return { kept, verified };
}
