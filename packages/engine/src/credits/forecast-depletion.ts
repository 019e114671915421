import type { Temporal } from "temporal-polyfill";
import { Decimal } from "../decimal/decimal.ts";

/** What was used of credit lately, and what is left. */
export interface Burning {
  readonly available: Decimal;
  /** What was used in the last `seconds`, a whole number. */
  readonly used: Decimal;
  readonly seconds: number;
}

/** A forecast further away than this says nothing. */
const MOST_DAYS = 3_650;
const DAY_SECONDS = 86_400;

/**
 * The day on which credit runs out if it is used on as lately. Null if nothing was used, or if it lasts for ten years.
 */
export function forecastDepletion(
  { available, used, seconds }: Burning,
  today: Temporal.PlainDate,
): Temporal.PlainDate | null {
  if (!available.isPositive()) return today;
  if (!used.isPositive() || seconds <= 0) return null;
  // The time that it lasts: available ÷ (used ÷ seconds), in whole days.
  const days = available
    .times(Decimal.ofInteger(seconds))
    .dividedBy(used.times(Decimal.ofInteger(DAY_SECONDS)), 0, "down");
  return days.compare(Decimal.ofInteger(MOST_DAYS)) > 0 ? null : today.add(`P${days.toCanonical()}D`);
}
