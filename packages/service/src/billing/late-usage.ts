import type { LateUsage } from "@counterfoil/engine";
import {
  claimIdleWithLateUsage,
  currentUsageSequence,
  findAccount,
  findLateUsage,
  getOrganization,
  lockUsageTail,
  noteLateUsage,
  type SubscriptionRow,
  type Tx,
  updateSubscription,
} from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { accountNow, accountTimeZone } from "../accounts/account-time.ts";
import type { Work } from "../context.ts";
import { localDay } from "../time.ts";
import type { LoadedContract } from "./load-contracts.ts";

/**
 * Finds the usage that came in after its period was invoiced, and has it corrected with the subscription's next invoice; with
 * none to come, on one of its own, which becomes due at once (R-INV-9).
 */
export async function lookForLateUsage(work: Work): Promise<void> {
  const after = await lockUsageTail(work.tx);
  if (after === undefined) return;
  const through = BigInt(await currentUsageSequence(work.tx));
  if (through > after) await noteLateUsage(work.tx, after, through);
  for (const subscription of await claimIdleWithLateUsage(work.tx)) await makeDue(work, subscription);
}

async function makeDue(work: Work, subscription: SubscriptionRow): Promise<void> {
  const account = await findAccount(work.tx, subscription.accountId);
  const now = await accountNow(work, subscription);
  const today = localDay(now, accountTimeZone(account ?? { timezone: null }, await getOrganization(work.tx)));
  await updateSubscription(work.tx, { ...subscription, nextBillingAt: now, nextBillingOn: today });
}

/** What is to be corrected with the next invoice of each contract. */
export async function lateUsageOf(
  tx: Tx,
  contracts: readonly LoadedContract[],
): Promise<(loaded: LoadedContract) => LateUsage[]> {
  const rows = await findLateUsage(
    tx,
    contracts.map(({ subscription }) => subscription.id),
  );
  const rowsOf = Map.groupBy(rows, (row) => row.subscriptionId);
  return ({ subscription }) =>
    (rowsOf.get(subscription.id) ?? []).map(({ priceId, versionId, periodStart, periodEnd }) => ({
      priceId,
      versionId,
      service: { start: Temporal.PlainDate.from(periodStart), end: Temporal.PlainDate.from(periodEnd) },
    }));
}
