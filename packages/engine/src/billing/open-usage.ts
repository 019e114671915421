import type { Temporal } from "temporal-polyfill";
import { isBefore, later } from "../calendar/interval.ts";
import { arrearsDueOn, billedPeriodAt } from "./billed-period.ts";
import { arrearsInterval, type Contract } from "./contract.ts";
import type { BillingPlan } from "./plan-billing.ts";
import { segments } from "./segment.ts";
import { isUsageSlot } from "./slot.ts";

/** The last date on which usage up to a day is billed. Undefined for a contract that bills no usage. */
export function usageBilledBy(contract: Contract, day: Temporal.PlainDate): Temporal.PlainDate | undefined {
  const metered = segments(contract).filter(({ price }) => price.metricIds.length > 0);
  const intervals = new Set(metered.flatMap(({ price }) => arrearsInterval(price) ?? []));
  const dates = [...intervals].map((interval) => arrearsDueOn(contract, billedPeriodAt(contract, interval, day)));
  return dates.length === 0 ? undefined : dates.reduce(later);
}

/** The part of a plan that bills usage of days up to the given one, and nothing else. */
export function openUsage({ on, slots }: BillingPlan, day: Temporal.PlainDate): BillingPlan {
  const open = slots.filter((slot) => isUsageSlot(slot) && !isBefore(day, slot.service.start));
  return { on, slots: open, credits: [], kept: [] };
}
