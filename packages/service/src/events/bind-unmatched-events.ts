import { findAccount, postgresUsageStore } from "@counterfoil/storage";
import { invariant } from "@counterfoil/engine";
import { accountNow } from "../clocks/index.ts";
import type { Work } from "../context.ts";

/**
 * Assigns to an account the events that were kept for one of its names before the account existed (R-EVT-5). They count
 * from the commit of `work` on. Called after the account's names are written.
 */
export async function bindUnmatchedEvents(work: Work, accountId: string): Promise<void> {
  const account = await findAccount(work.tx, accountId);
  invariant(account !== undefined, "the account was written a moment ago");
  await postgresUsageStore.bind(work.tx, account.id, [account.id, ...account.aliases], await accountNow(work, account));
}
