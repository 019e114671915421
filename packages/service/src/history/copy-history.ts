import {
  claimHistoryBlock,
  type ClaimedBlock,
  countedProperties,
  dropHistoryBefore,
  hasHistoryTable,
  historyOfAll,
  requireVersion,
  type Fingerprint,
  historyFingerprint,
  type History,
  HistoryAway,
  type HistoryBlock,
  historyTableName,
  leaveHistory,
  makeHistoryTable,
  makeValueDays,
  moveWatermark,
  readHistoryBlock,
  stopHistory,
} from "@counterfoil/storage";
import { type Context, read, transact } from "../context.ts";
import { differenceOf, differingBlock, isEqual } from "./differing-block.ts";

/** The events of a block, at most. A block is in memory twice. */
const EVENTS_AT_ONCE = 20_000;
const CLAIM_SECONDS = 30;
/** Days of accounts with few events cost more than they save. */
const VALUE_DAYS_FROM = 1_000_000;
/** Fewer rows than these do not show the share of an account. */
const LEAST_JUDGED_ROWS = 10_000;

/**
 * Called after each block, with the time that it took and whether nothing is left to copy. Copying continues when it
 * resolves.
 */
export type RestAfterBlock = (block: { readonly milliseconds: number; readonly isLast: boolean }) => Promise<void>;

/** The copier of one worker. */
export interface HistoryCopier {
  readonly history: History;
  /** Distinguishes workers. */
  readonly worker: string;
  /** Events of a block, at most, if not 20,000. */
  readonly eventsAtOnce?: number;
  /** How long a copier may be silent before another one takes over, if not 30 seconds. */
  readonly claimSeconds?: number;
  /** When it rests; if missing, never. */
  readonly rest?: RestAfterBlock;
  /** About how many events an account has before ClickHouse keeps the values of its days, if not a million. */
  readonly valueDaysFrom?: number;
}

/** A block in ClickHouse differs from PostgreSQL. Copying this organization has stopped (R-HIST-4). */
export class HistoryMismatch extends Error {
  constructor(text: string) {
    super(text);
    this.name = "HistoryMismatch";
  }
}

/**
 * Checks ClickHouse's release, and creates the table of the copy before the first block. Later a missing table means that
 * the copy is lost or elsewhere: an empty table in its place would hide that.
 *
 * @throws HistoryAway that says what to do
 */
export async function prepareHistory({ database }: Pick<Context, "database">, history: History): Promise<void> {
  await requireVersion(history);
  const table = await historyTableName(database);
  if (await hasHistoryTable(history, table)) return;
  const { rowCount } = await historyOfAll(database);
  if (rowCount !== "0") {
    throw new HistoryAway(
      "not_the_copy",
      `ClickHouse at ${history.name} does not have the table ${table} with the copy of this database's events. ` +
        "Check COUNTERFOIL_CLICKHOUSE_URL, or copy everything again: counterfoil history rebuild",
    );
  }
  await makeHistoryTable(history, table);
}

/** Deletes the months before that of a date from ClickHouse, as retention does in PostgreSQL. */
export async function forgetHistory(
  context: Pick<Context, "database">,
  history: History,
  month: string,
): Promise<void> {
  await dropHistoryBefore(history, await historyTableName(context.database), month);
}

/**
 * Copies the organization's new events, block by block, until nothing is left of those that had been stored when a block began, or
 * another worker copies (R-HIST-1). Later ones wait until there are enough of them: small blocks cost as much as large ones. The
 * bounds of a block are committed before it is inserted, and the watermark moves only after the block was read back and
 * compared. So whatever is killed, the next attempt copies the same block, and ClickHouse drops what it already has.
 *
 * @throws HistoryAway if ClickHouse cannot be used: the next attempt continues
 * @throws HistoryMismatch if a block differs: only a repair continues
 */
export async function copyHistory(
  context: Context,
  {
    history,
    worker,
    eventsAtOnce: events = EVENTS_AT_ONCE,
    claimSeconds: seconds = CLAIM_SECONDS,
    valueDaysFrom = VALUE_DAYS_FROM,
    rest,
  }: HistoryCopier,
  isStopping: () => boolean = () => false,
): Promise<void> {
  try {
    while (!isStopping()) {
      const began = performance.now();
      const claimed = await transact(context, ({ tx }) => claimHistoryBlock(tx, { worker, events, seconds }));
      if (claimed === undefined) return;
      const copied = await copyBlock(context, history, claimed);
      await transact(context, ({ tx }) => moveWatermark(tx, claimed, copied));
      await addValueDays(context, { history, valueDaysFrom }, { claimed, copied });
      await rest?.({ milliseconds: performance.now() - began, isLast: claimed.isLast });
      if (claimed.isLast) return;
    }
  } finally {
    // If this fails, the claim ends by itself.
    await transact(context, ({ tx }) => leaveHistory(tx, worker)).catch(() => undefined);
  }
}

/**
 * Lets ClickHouse keep the different values of each day, for the properties that metrics count of the block's largest account, if that
 * account's share of all copied events is large (decision 114).
 */
async function addValueDays(
  context: Context,
  { history, valueDaysFrom }: { readonly history: History; readonly valueDaysFrom: number },
  { claimed, copied }: { readonly claimed: ClaimedBlock; readonly copied: HistoryBlock },
): Promise<void> {
  const { largest, rows } = copied;
  if (largest === null) return;
  const { streamId } = largest;
  const share = largest.rows / Math.max(rows, LEAST_JUDGED_ROWS);
  if ((claimed.rowCount + rows) * share < valueDaysFrom) return;
  await history.remembered(`days of ${context.organizationId} ${streamId}`, async () => {
    try {
      await makeValueDays(history, claimed.table, await read(context, (tx) => countedProperties(tx, streamId)));
    } catch (error) {
      // Without days, readings only take longer. The failure was reported, and a later block tries again.
      if (!(error instanceof HistoryAway)) throw error;
    }
  });
}

/** Inserts the block unless ClickHouse has it, and compares it. */
async function copyBlock(context: Context, history: History, claimed: ClaimedBlock): Promise<HistoryBlock> {
  const { table, after, through, copy } = claimed;
  const block = await read(context, (tx) => readHistoryBlock(tx, after, through));
  // After an interrupted attempt, ClickHouse may have the block, or some months of it, which the token tells.
  const before = await historyFingerprint(history, claimed);
  if (isEqual(before, block)) return block;
  if (before.rows > 0 && !claimed.isResumed) return stop(context, claimed, block, before);
  const token = `${context.organizationId} ${copy} ${after} ${through}`;
  await history.insert(table, block.lines, token);
  const found = await historyFingerprint(history, claimed);
  return isEqual(found, block) ? block : stop(context, claimed, block, found);
}

async function stop(
  context: Context,
  claimed: ClaimedBlock,
  expected: Fingerprint,
  found: Fingerprint,
): Promise<never> {
  const text = differingBlock(claimed, differenceOf(expected, found));
  await transact(context, ({ tx }) => stopHistory(tx, claimed.copy, { text, isDistrusted: false }));
  throw new HistoryMismatch(`${text} Copying has stopped. Run: counterfoil history repair`);
}
