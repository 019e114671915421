import { earlier, later } from "@counterfoil/engine";
import type { SubscriptionRow } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import type { LoadedContract } from "../../contracts/index.ts";

/** Up to where nothing changes: what was billed stands, and so do the days before the change, save those not looked at yet. */
export function settledThrough(
  { nextBillingOn }: Pick<SubscriptionRow, "nextBillingOn">,
  changedOn: Temporal.PlainDate,
  billedOn: Temporal.PlainDate | null,
): Temporal.PlainDate {
  const open = nextBillingOn === null ? changedOn : earlier(changedOn, Temporal.PlainDate.from(nextBillingOn));
  const settled = open.subtract({ days: 1 });
  return billedOn === null ? settled : later(settled, billedOn);
}

/** The day of the last invoice, before which nothing can change any more; null while nothing was billed. */
export function lastBilledOn({ subscription }: Pick<LoadedContract, "subscription">): Temporal.PlainDate | null {
  const { lastBillingOn } = subscription;
  return lastBillingOn === null ? null : Temporal.PlainDate.from(lastBillingOn);
}
