import type { Temporal } from "temporal-polyfill";
import type { ContractPrice } from "../billing/contract.ts";
import { type BillingInterval, isBefore } from "../calendar/interval.ts";
import type { Decimal } from "../decimal/decimal.ts";
import { isPrepaid } from "../rating/rate.ts";

/** The monthly amount of one price of a version, or of a discount (below zero). */
export interface RecurringPart {
  /** Null for a discount on the whole subscription. */
  readonly priceId: string | null;
  /** The discount; null for the price itself. */
  readonly adjustmentId: string | null;
  readonly amount: Decimal;
}

/**
 * The interval for which a price charges an amount regardless of usage: fixed prices, and the units of prepaid prices.
 */
export function recurringInterval({ schedule, model }: ContractPrice): BillingInterval | null {
  if (schedule.kind === "one_off") return null;
  return schedule.kind === "recurring" || isPrepaid(model) ? schedule.interval : null;
}

/** Whether a day is in [startsOn, endsOn), which may have no end. */
export function isWithin(
  day: Temporal.PlainDate,
  { startsOn, endsOn }: { readonly startsOn: Temporal.PlainDate; readonly endsOn: Temporal.PlainDate | null },
): boolean {
  return !isBefore(day, startsOn) && (endsOn === null || isBefore(day, endsOn));
}
