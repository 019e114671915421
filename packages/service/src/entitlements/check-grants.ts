import {
  accountIdsAfter,
  countAccounts,
  findGrantDifferences,
  type GrantDifference,
  lockSubscriptionsOfAccounts,
  repairGrants,
} from "@counterfoil/storage";
import { loadContracts } from "../contracts/index.ts";
import { type Context, transact, type Work } from "../context.ts";
import { grantsOf } from "./regrant.ts";

export interface GrantsCheck {
  readonly accounts: number;
  /** Subscriptions that run or ran. */
  readonly subscriptions: number;
  readonly differences: readonly GrantDifference[];
}

export interface GrantsCheckOptions {
  /** Whether to rewrite grants that differ. */
  readonly repairs: boolean;
  /** Receives the progress, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/** Accounts in one transaction. Their contracts wait for it. */
const PAGE = 100;

/**
 * Compares the stored grants of an organization with what its contracts grant, account by account, while the platform
 * runs. It proves the grants, and updates them after a release that derives them differently.
 */
export async function checkGrants(context: Context, { repairs, onProgress }: GrantsCheckOptions): Promise<GrantsCheck> {
  const total = await transact(context, ({ tx }) => countAccounts(tx));
  const differences: GrantDifference[] = [];
  let [accounts, subscriptions] = [0, 0];
  for (let after: string | undefined = ""; after !== undefined;) {
    const page: CheckedPage = await transact(context, (work) => checkPage(work, after ?? "", repairs));
    differences.push(...page.differences);
    accounts += page.accountIds.length;
    subscriptions += page.subscriptions;
    onProgress?.(Math.min(1, accounts / Math.max(total, 1)));
    after = page.accountIds.length < PAGE ? undefined : page.accountIds.at(-1);
  }
  return { accounts, subscriptions, differences };
}

interface CheckedPage {
  readonly accountIds: readonly string[];
  readonly subscriptions: number;
  readonly differences: readonly GrantDifference[];
}

/** Writing grants locks their subscription first, so nothing changes between reading the contracts and the rows. */
async function checkPage({ tx }: Work, after: string, repairs: boolean): Promise<CheckedPage> {
  const accountIds = await accountIdsAfter(tx, after, PAGE);
  const rows = await lockSubscriptionsOfAccounts(tx, accountIds);
  const running = rows.filter(({ status }) => status === "active" || status === "canceled");
  const granted = (await loadContracts(tx, running)).flatMap(grantsOf);
  const lockedIds = rows.map(({ id }) => id);
  const differences = await findGrantDifferences(tx, accountIds, lockedIds, granted);
  if (repairs && differences.length > 0) await repairGrants(tx, differences);
  return { accountIds, subscriptions: running.length, differences };
}
