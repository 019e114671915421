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

/**
 * An invoice issued meanwhile can move usage back to the tail, so the check repeats. What is moved back after the last
 * check waits for the next run.
 */
const MOST_LOOKS = 3;

/**
 * Finds usage that arrived after its period was invoiced, and has the subscription's next invoice correct it. If the
 * subscription has no next invoice, makes one due at once (R-INV-9).
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
  const on = correctedOn(subscription, today);
  await updateSubscription(work.tx, { ...subscription, nextBillingAt: now, nextBillingOn: on });
}

/**
 * The billing date of a correction that has no next invoice: today, but not before the last date that is billed. A
 * contract can be billed to its end before that day, and what its last date settled, such as a minimum, is settled again
 * on that date.
 */
export function correctedOn(
  {
    lastBillingOn,
    endedAt,
    cancelsOn,
    contractEndOn,
  }: Pick<SubscriptionRow, "lastBillingOn" | "endedAt" | "cancelsOn" | "contractEndOn">,
  today: string,
): string {
  const endedOn = endedAt === null ? null : (cancelsOn ?? contractEndOn);
  return [lastBillingOn, endedOn].reduce<string>((last, day) => (day !== null && day > last ? day : last), today);
}

/** What the next invoice of each contract has to correct. */
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
