import type { Temporal } from "temporal-polyfill";
import { type BillingInterval, type DatePeriod, isBefore } from "../calendar/interval.ts";
import { arrearsDueOn, billedPeriodAt } from "./billed-period.ts";
import { arrearsInterval, type Contract, type ContractPrice } from "./contract.ts";
import { type BillingPlan, planBilling } from "./plan-billing.ts";
import { segments, servedIn } from "./segment.ts";

/** A billing period in which a contract bills the usage of a metric. */
export interface UsagePeriod {
  /** The billing interval of the prices to which the period belongs. */
  readonly interval: BillingInterval;
  readonly span: DatePeriod;
  /** The period over which a level is averaged: the span itself, except for the stub. */
  readonly whole: DatePeriod;
  /** What the invoice at the period's end will charge for that usage, without anything else. */
  readonly plan: BillingPlan;
}

/**
 * The billing periods that contain a day and in which the contract sells prices by a metric, one for each billing
 * interval. Empty while the contract does not run, and in its trial.
 */
export function usagePeriodsAt(contract: Contract, metricId: string, day: Temporal.PlainDate): UsagePeriod[] {
  const isOver = contract.endsOn !== null && !isBefore(day, contract.endsOn);
  if (isBefore(day, contract.startsOn) || isOver) return [];
  const sold = segments(contract).filter(({ price }) => isByMetric(price, metricId));
  const intervals = new Set(sold.flatMap(({ price }) => arrearsInterval(price) ?? []));
  return [...intervals].flatMap((interval) => {
    const period = billedPeriodAt(contract, interval, day);
    const { span, whole } = period;
    if (isBefore(day, span.start)) return [];
    const isBilledIn = (price: ContractPrice) => isByMetric(price, metricId) && arrearsInterval(price) === interval;
    if (!sold.some((segment) => isBilledIn(segment.price) && servedIn(contract, segment, span) !== undefined))
      return [];
    const { on, slots } = planBilling(contract, arrearsDueOn(contract, period));
    const own = slots.filter((slot) => slot.kind === "usage" && isBilledIn(slot.price));
    return [{ interval, span, whole, plan: { on, slots: own, credits: [], kept: [] } }];
  });
}

function isByMetric({ metricIds }: ContractPrice, metricId: string): boolean {
  return metricIds.includes(metricId);
}
