import { type AccountRow, postgresUsageStore } from "@counterfoil/storage";
import { accountNow } from "../clocks/index.ts";
import type { Work } from "../context.ts";

/**
 * Assigns to an account the events that were kept for one of its names before the account existed (R-EVT-5). They count
 * from the commit of `work` on. Called after the account's names are written.
 */
export async function bindUnmatchedEvents(
  work: Work,
  account: Pick<AccountRow, "id" | "aliases" | "testClockId">,
): Promise<void> {
  await postgresUsageStore.bind(work.tx, account.id, [account.id, ...account.aliases], await accountNow(work, account));
}
