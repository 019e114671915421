import type { Temporal } from "temporal-polyfill";
import { earlier, isBefore, later } from "../calendar/interval.ts";
import { arrearsDueOn, billedPeriodAt } from "./billed-period.ts";
import { arrearsInterval, type Contract, type ContractPrice } from "./contract.ts";
import type { BillingPlan } from "./plan-billing.ts";
import { segments } from "./segment.ts";
import { isUsageSlot } from "./slot.ts";

/**
 * The first and the last date on which usage of a day is billed. Undefined for a contract that bills no usage.
 * @param counts the prices that matter. Default: all
 */
export function usageBilledOn(
  contract: Contract,
  day: Temporal.PlainDate,
  counts: (price: ContractPrice) => boolean = () => true,
): { readonly first: Temporal.PlainDate; readonly last: Temporal.PlainDate } | undefined {
  const metered = segments(contract).filter(({ price }) => price.metricIds.length > 0 && counts(price));
  const intervals = new Set(metered.flatMap(({ price }) => arrearsInterval(price) ?? []));
  const dates = [...intervals].map((interval) => arrearsDueOn(contract, billedPeriodAt(contract, interval, day)));
  const [one, ...others] = dates;
  return one === undefined ? undefined : { first: others.reduce(earlier, one), last: others.reduce(later, one) };
}

/** The part of a plan that bills usage of days up to the given one, and nothing else. */
export function openUsage({ on, slots }: BillingPlan, day: Temporal.PlainDate): BillingPlan {
  const open = slots.filter((slot) => isUsageSlot(slot) && !isBefore(day, slot.service.start));
  return { on, slots: open, credits: [], kept: [] };
}
