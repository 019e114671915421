import type { LateUsage } from "@counterfoil/engine";
import {
  beginLookForLateUsage,
  claimIdleWithLateUsage,
  currentUsageSequence,
  endLookForLateUsage,
  findAccount,
  findLateUsage,
  getOrganization,
  hasUsageTail,
  lockLookForLateUsage,
  noteLateUsage,
  type SubscriptionRow,
  type Tx,
  updateSubscription,
} from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { accountNow, accountTimeZone } from "../clocks/index.ts";
import { type Context, read, transact, type Work } from "../context.ts";
import { localDay } from "../time.ts";
import type { LoadedContract } from "../contracts/index.ts";

/** Looks at what an invoice that was issued meanwhile set back; what is set back after that is left for the next time. */
const MOST_LOOKS = 3;

/**
 * Finds the usage that came in after its period was invoiced, and has it corrected with the subscription's next invoice; with
 * none to come, on one of its own, which becomes due at once (R-INV-9).
 */
export async function lookForLateUsage(context: Context): Promise<void> {
  if (!(await read(context, hasUsageTail))) return;
  const through = BigInt(await read(context, currentUsageSequence));
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const isBegun = await transact(context, ({ tx }) => beginLookForLateUsage(tx, through));
    if (looks > 0 && !isBegun) return;
    await transact(context, look);
  }
}

async function look(work: Work): Promise<void> {
  const range = await lockLookForLateUsage(work.tx);
  if (range !== undefined) await noteLateUsage(work.tx, range);
  for (const subscription of await claimIdleWithLateUsage(work.tx)) await makeDue(work, subscription);
  if (range !== undefined) await endLookForLateUsage(work.tx);
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
