import type { Temporal } from "temporal-polyfill";
import { localDate } from "../calendar/time-zone.ts";
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
 * The local day on which credit runs out if it is used on as lately. Null if nothing was used, or if it lasts for ten years.
 */
export function forecastDepletion(
  { available, used, seconds }: Burning,
  now: Temporal.Instant,
  timeZone: string,
): Temporal.PlainDate | null {
  if (!available.isPositive()) return localDate(now, timeZone);
  if (!used.isPositive() || seconds <= 0) return null;
  // The time that it lasts: available ÷ (used ÷ seconds), in whole seconds.
  const lasts = available.times(Decimal.ofInteger(seconds)).dividedBy(used, 0, "down");
  if (lasts.compare(Decimal.ofInteger(MOST_DAYS * DAY_SECONDS)) > 0) return null;
  return localDate(now.add(`PT${lasts.toCanonical()}S`), timeZone);
}
