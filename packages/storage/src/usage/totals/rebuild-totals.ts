import { accountIdsAfter, countAccounts } from "../../accounts/account-ids.ts";
import type { Tx } from "../../database/tx.ts";
import { TotalSums } from "./add-up.ts";
import { beginUsageBatch, type UsageBatch } from "./begin-batch.ts";
import { eventsOfAccount } from "./events-of-account.ts";
import { type Totalling, toTotalling } from "./totalling.ts";
import { writeTotals } from "./write-totals.ts";

/** Accounts of one step, which is one transaction. */
const ACCOUNTS = 200;
/** Buckets held in memory before they are written. */
const BUCKETS = 20_000;

/** How far the rebuilding of a metric's totals is. */
export interface RebuildingStep {
  readonly metricId: string;
  readonly accountsDone: number;
  readonly accountsTotal: number;
  readonly isComplete: boolean;
}

type TotallingRow = Parameters<typeof toTotalling>[0] & {
  metricId: string;
  rebuildsThrough: string;
  rebuiltAccount: string | null;
  accountsDone: number;
  accountsTotal: number | null;
};

/**
 * Adds the stored events of the next accounts to totals that are not complete yet, while events go on being stored, and notes
 * how far it came: a process that ends in the middle loses one step. Undefined when there is nothing to rebuild, or
 * another worker does it.
 */
export async function rebuildTotals(tx: Tx, now: string): Promise<RebuildingStep | undefined> {
  const [row] = await tx.sql<TotallingRow>(
    `select * from usage_totalling where organization_id = $1 and completed_at is null
     order by generation limit 1 for update skip locked`,
    [tx.organizationId],
  );
  if (row === undefined) return undefined;
  const accountsTotal = row.accountsTotal ?? (await countAccounts(tx));
  const accounts = await accountIdsAfter(tx, row.rebuiltAccount ?? "", ACCOUNTS);
  const batch = await beginUsageBatch(tx);
  const totalling = toTotalling(row);
  for (const accountId of accounts) await addAccount(tx, totalling, accountId, batch, row.rebuildsThrough);
  const isComplete = accounts.length < ACCOUNTS;
  const accountsDone = row.accountsDone + accounts.length;
  await tx.sql(
    `update usage_totalling set rebuilt_account = coalesce($3, rebuilt_account), accounts_done = $4, accounts_total = $5,
       completed_at = $6
     where organization_id = $1 and metric_id = $2`,
    [tx.organizationId, row.metricId, accounts.at(-1) ?? null, accountsDone, accountsTotal, isComplete ? now : null],
  );
  return { metricId: row.metricId, accountsDone, accountsTotal, isComplete };
}

/** Totals of all of one account's events up to a sequence, added to the lane of the batch. */
export async function addAccount(
  tx: Tx,
  totalling: Totalling,
  accountId: string,
  { lane }: UsageBatch,
  through: string,
): Promise<void> {
  let sums = new TotalSums();
  const batch = { lane, lastSequence: Number(through) };
  for await (const events of eventsOfAccount(tx, { accountId, eventName: totalling.eventName }, { through })) {
    for (const event of events) sums.add(totalling, event);
    if (sums.size < BUCKETS) continue;
    await writeTotals(tx, sums.totals(), batch);
    sums = new TotalSums();
  }
  await writeTotals(tx, sums.totals(), batch);
}
