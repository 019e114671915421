import type { AuditedSubscription } from "./books.ts";
import { Rational } from "./rational.ts";

/** Decimals of the currencies that the simulation bills in (ISO 4217). */
const PLACES: Readonly<Record<string, number>> = { USD: 2, EUR: 2, JPY: 0, KWD: 3 };

export function placesOf(currency: string): number {
  const places = PLACES[currency];
  if (places === undefined) throw new Error(`the auditor knows no currency ${currency}`);
  return places;
}

/** Rounded once, half away from zero, to the currency's minor unit. */
export function toMinorUnit(amount: Rational, currency: string): Rational {
  return amount.rounded(placesOf(currency));
}

/** An amount in the prices' currency as it is invoiced, not rounded yet (R-SUB-9). */
export function converted(amount: Rational, { made }: AuditedSubscription): Rational {
  return made.conversionRate === null ? amount : amount.times(Rational.of(made.conversionRate));
}
