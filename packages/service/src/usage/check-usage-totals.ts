import {
  accountIdsAfter,
  checkTotals,
  countAccounts,
  type CheckedTotalling,
  findCheckedTotallings,
  repairTotals,
  type TotalDifference,
  totalsProgress,
  type TotalsProgress,
} from "@counterfoil/storage";
import { type Context, transact } from "../context.ts";

export interface UsageCheck {
  /** The number of metrics whose totals were compared with the events. */
  readonly metrics: number;
  readonly accounts: number;
  /** Totals that are still being built from existing events. They are not in use yet and were not checked. */
  readonly unfinished: readonly TotalsProgress[];
  readonly differences: readonly TotalDifference[];
}

export interface UsageCheckOptions {
  /** Rebuilds the totals of an account if they differ. */
  readonly repairs: boolean;
  /** Called with the progress, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/** The number of accounts that are loaded together. */
const PAGE = 500;

/**
 * Compares the stored totals of an organization's usage with its raw events (R-EVT-8), account by account, while events
 * continue to arrive. Finds each bucket that differs.
 */
export async function checkUsageTotals(context: Context, options: UsageCheckOptions): Promise<UsageCheck> {
  const { totallings, unfinished, total } = await transact(context, async ({ tx }) => ({
    totallings: await findCheckedTotallings(tx),
    unfinished: (await totalsProgress(tx)).filter((progress) => progress.completedAt === null),
    total: await countAccounts(tx),
  }));
  const differences: TotalDifference[] = [];
  let accounts = 0;
  for (let page = await accountsAfter(context, ""); page.length > 0;) {
    for (const accountId of page) {
      for (const totalling of totallings) differences.push(...(await checkOne(context, totalling, accountId, options)));
      accounts += 1;
      options.onProgress?.(accounts / Math.max(total, accounts));
    }
    page = page.length < PAGE ? [] : await accountsAfter(context, page.at(-1) ?? "");
  }
  return { metrics: totallings.length, accounts, unfinished, differences };
}

function checkOne(
  context: Context,
  totalling: CheckedTotalling,
  accountId: string,
  { repairs }: UsageCheckOptions,
): Promise<TotalDifference[]> {
  return transact(context, async ({ tx }) => {
    const found = await checkTotals(tx, totalling, accountId);
    if (found.length > 0 && repairs) await repairTotals(tx, totalling, accountId);
    return found;
  });
}

function accountsAfter(context: Context, id: string): Promise<string[]> {
  return transact(context, ({ tx }) => accountIdsAfter(tx, id, PAGE));
}
