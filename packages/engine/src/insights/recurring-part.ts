import type { Temporal } from "temporal-polyfill";
import type { ContractPrice } from "../billing/contract.ts";
import { type BillingInterval, isBefore } from "../calendar/interval.ts";
import type { Decimal } from "../decimal/decimal.ts";
import { isPrepaid } from "../rating/rate.ts";

/** One price of a version by the month, or what a discount takes off (below zero). */
export interface RecurringPart {
  /** Null where a discount is taken off the whole. */
  readonly priceId: string | null;
  /** The discount; null for the price itself. */
  readonly adjustmentId: string | null;
  readonly amount: Decimal;
}

/** The interval for which a price charges an amount whatever is used: fixed prices, and the units of prepaid ones. */
export function recurringInterval({ schedule, model }: ContractPrice): BillingInterval | null {
  if (schedule.kind === "one_off") return null;
  return schedule.kind === "recurring" || isPrepaid(model) ? schedule.interval : null;
}

/** Whether a day lies in [startsOn, endsOn), the end of which may be open. */
export function isWithin(
  day: Temporal.PlainDate,
  { startsOn, endsOn }: { readonly startsOn: Temporal.PlainDate; readonly endsOn: Temporal.PlainDate | null },
): boolean {
  return !isBefore(day, startsOn) && (endsOn === null || isBefore(day, endsOn));
}
