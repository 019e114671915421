import type { Temporal } from "temporal-polyfill";
import { isBefore } from "../calendar/interval.ts";
import { billedPeriodAt } from "./billed-period.ts";
import { arrearsInterval, type Contract, type ContractPrice } from "./contract.ts";
import { segments } from "./segment.ts";

/** The prices at which a contract sells on a day. None before it begins, and none from its end on. */
export function pricesInForce(contract: Contract, day: Temporal.PlainDate): ContractPrice[] {
  return segments(contract)
    .filter(({ start, end }) => !isBefore(day, start) && (end === null || isBefore(day, end)))
    .map(({ price }) => price);
}

/** A metered price of a contract, and the first day of its billing period that contains a day. */
export interface OpenPeriod {
  readonly priceId: string;
  readonly startsOn: Temporal.PlainDate;
}

/** The billing periods of a contract's metered prices that contain a day, each price once. None before the contract begins. */
export function openPeriods(contract: Contract, day: Temporal.PlainDate): OpenPeriod[] {
  if (isBefore(day, contract.startsOn)) return [];
  const starts = new Map<string, Temporal.PlainDate>();
  for (const { price } of segments(contract)) {
    const interval = arrearsInterval(price);
    if (interval === null || price.metricIds.length === 0 || starts.has(price.id)) continue;
    starts.set(price.id, billedPeriodAt(contract, interval, day).span.start);
  }
  return [...starts].map(([priceId, startsOn]) => ({ priceId, startsOn }));
}
