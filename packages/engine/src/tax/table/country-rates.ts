/** The tax of a country: its name on invoices and its rates as lists of dated rates (see `rateOn`). */
export interface CountryRates {
  readonly name: string;
  readonly standard: string;
  readonly reduced?: string;
  readonly second_reduced?: string;
  readonly super_reduced?: string;
}

/** The rates of the table, each with the rates that apply if it does not exist. A fallback is never a lower rate. */
const FALLBACKS = {
  standard: ["standard"],
  reduced: ["reduced", "standard"],
  second_reduced: ["second_reduced", "reduced", "standard"],
  super_reduced: ["super_reduced", "second_reduced", "reduced", "standard"],
} as const;

export type RateLevel = keyof typeof FALLBACKS;

/**
 * The lists to search for a product's tax category, in order. A category that names no rate of the table gets the
 * standard rate.
 */
export function listsFor(rates: CountryRates, taxCategory: string | null): string[] {
  const level = (taxCategory ?? "").replace(/^goods_/, "");
  const levels = isRateLevel(level) ? FALLBACKS[level] : FALLBACKS.standard;
  return levels.flatMap((one) => rates[one] ?? []);
}

function isRateLevel(text: string): text is RateLevel {
  return Object.hasOwn(FALLBACKS, text);
}
