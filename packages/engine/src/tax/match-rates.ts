import { regionCode } from "./region.ts";
import type { TaxRate, TaxStatus } from "./tax-rate.ts";

/** The criteria for finding a rate. */
export interface TaxQuestion {
  readonly country: string | null;
  readonly region: string | null;
  readonly taxCategory: string | null;
  readonly status: TaxStatus;
  /** `2024-12-31` */
  readonly day: string;
}

/**
 * Of the matching rates, the most specific (R-INV-6): those with the most criteria among region, country, tax category
 * and tax status. If several have the same number, those with the more specific location win. Rates with the same
 * criteria all apply.
 */
export function mostSpecific(rates: readonly TaxRate[], question: TaxQuestion): TaxRate[] {
  const fitting = rates.filter(
    (rate) =>
      isValidOn(rate, question.day) &&
      isAtPlace(rate, question) &&
      (rate.taxCategory === null || rate.taxCategory === question.taxCategory) &&
      (rate.taxStatus === null || rate.taxStatus === question.status),
  );
  const closest = Math.max(0, ...fitting.map(specificity));
  return fitting.filter((rate) => specificity(rate) === closest);
}

/** Whether the rate is valid on the day. */
export function isValidOn({ validFrom, validUntil }: TaxRate, day: string): boolean {
  return (validFrom === null || validFrom <= day) && (validUntil === null || day < validUntil);
}

/** Whether the rate applies to this location, or to any. */
export function isAtPlace(rate: TaxRate, place: Pick<TaxQuestion, "country" | "region">): boolean {
  if (rate.country === null) return true;
  if (rate.country !== place.country) return false;
  return rate.region === null || regionCode(rate.country, rate.region) === place.region;
}

/**
 * The number of criteria comes first (hundreds), then which ones they are: a region weighs more than a country, and so
 * on.
 */
function specificity({ country, region, taxCategory, taxStatus }: TaxRate): number {
  const weights = [
    region === null ? 0 : 8,
    country === null ? 0 : 4,
    taxCategory === null ? 0 : 2,
    taxStatus === null ? 0 : 1,
  ];
  return weights.reduce((sum, weight) => sum + weight + (weight === 0 ? 0 : 100), 0);
}
