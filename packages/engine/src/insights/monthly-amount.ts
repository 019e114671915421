import type { BillingInterval } from "../calendar/interval.ts";
import { Decimal } from "../decimal/decimal.ts";
import { minorUnits } from "../money/currency.ts";

/** Periods in a month, as a fraction. A year has 365 days and twelve average months, so a month has 365/12 days. */
const IN_A_MONTH: Record<BillingInterval, readonly [times: number, dividedBy: number]> = {
  daily: [365, 12],
  weekly: [365, 84],
  monthly: [1, 1],
  quarterly: [1, 3],
  semi_annual: [1, 6],
  yearly: [1, 12],
};

/** The monthly equivalent of an amount per period, rounded once to the minor unit: 1000.00 a year is 83.33. */
export function monthlyAmount(amount: Decimal, interval: BillingInterval, currency: string): Decimal {
  const [times, dividedBy] = IN_A_MONTH[interval];
  const product = amount.times(Decimal.ofInteger(times));
  return product.dividedBy(Decimal.ofInteger(dividedBy), minorUnits(currency), "half_away_from_zero");
}
