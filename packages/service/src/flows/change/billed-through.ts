import { earlier, later } from "@counterfoil/engine";
import type { SubscriptionRow } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import type { LoadedContract } from "../../contracts/index.ts";

/**
 * The last day on which nothing changes. Billed days do not change, and neither do the days before the change, unless
 * they still have to be billed.
 */
export function settledThrough(
  { nextBillingOn }: Pick<SubscriptionRow, "nextBillingOn">,
  changedOn: Temporal.PlainDate,
  billedOn: Temporal.PlainDate | null,
): Temporal.PlainDate {
  const open = nextBillingOn === null ? changedOn : earlier(changedOn, Temporal.PlainDate.from(nextBillingOn));
  const settled = open.subtract({ days: 1 });
  return billedOn === null ? settled : later(settled, billedOn);
}

/** The day of the last invoice, before which nothing can change. Null if nothing was billed. */
export function lastBilledOn({ subscription }: Pick<LoadedContract, "subscription">): Temporal.PlainDate | null {
  const { lastBillingOn } = subscription;
  return lastBillingOn === null ? null : Temporal.PlainDate.from(lastBillingOn);
}
