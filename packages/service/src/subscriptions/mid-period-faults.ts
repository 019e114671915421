import { addIntervals, periodNumberAt } from "@counterfoil/engine";
import type { SubscriptionRow } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import type { Fault } from "../errors/index.ts";

/** `isMidCycle: false` requires that the version starts with a monthly period of the contract. */
export function midPeriodFaults(
  subscription: Pick<SubscriptionRow, "contractStartOn" | "firstBillingOn" | "trialPeriodDays">,
  startOn: string | null,
): Fault[] {
  if (startOn === null) return [];
  const contractStart = Temporal.PlainDate.from(subscription.contractStartOn);
  const anchor =
    subscription.firstBillingOn === null
      ? contractStart.add({ days: subscription.trialPeriodDays ?? 0 })
      : Temporal.PlainDate.from(subscription.firstBillingOn);
  const start = Temporal.PlainDate.from(startOn);
  if (start.equals(contractStart)) return [];
  const periodStart = addIntervals(anchor, "monthly", periodNumberAt(anchor, "monthly", start));
  if (periodStart.equals(start)) return [];
  const detail =
    `${startOn} is in the middle of a billing period that starts on ${periodStart}. ` +
    "Choose the start of a period, or leave out isMidCycle.";
  return [{ pointer: "/startDate", code: "mid_cycle", detail }];
}
