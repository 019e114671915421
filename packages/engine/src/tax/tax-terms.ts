import type { AppliedTax, TaxMode, TaxRate, TaxStatus } from "./tax-rate.ts";
import { countryOfPrefix } from "./european-union.ts";
import { regionCode } from "./region.ts";

/** The tax-related properties of the seller or the buyer. */
export interface TaxParty {
  /** ISO 3166 code. */
  readonly country: string | null;
  /** As in the address; see `regionCode`. */
  readonly region: string | null;
  readonly taxId: string | null;
}

export interface TaxedBuyer extends TaxParty {
  readonly status: TaxStatus | null;
  /** Rates that apply to the account at any location. */
  readonly taxRateIds: readonly string[];
}

/** The tax-related properties of a line's product and price. */
export interface PriceTax {
  readonly taxCategory: string | null;
  /** Rates that apply to the price, each at its own location. */
  readonly taxRateIds: readonly string[];
}

/** Everything on which tax depends, except the lines. */
export interface TaxTerms {
  readonly mode: TaxMode;
  readonly seller: TaxParty;
  readonly buyer: TaxedBuyer;
  /** The organization's own rates that are not archived. */
  readonly rates: readonly TaxRate[];
}

/**
 * The terms with the buyer's location filled in and both regions as codes. An account without a country is treated as
 * being in the seller's country.
 */
export function settledTerms({ mode, seller, buyer, rates }: TaxTerms): TaxTerms {
  const country = buyer.country ?? countryOfPrefix(buyer.taxId ?? "") ?? seller.country;
  return {
    mode,
    rates,
    seller: { ...seller, region: regionCode(seller.country, seller.region) },
    buyer: { ...buyer, country, region: regionCode(country, buyer.region) },
  };
}

/** Whether there are any tax rules: without own rates and without the table there are none (R-INV-6). */
export function decidesTax({ mode, rates }: Pick<TaxTerms, "mode" | "rates">): boolean {
  return mode === "table" || (mode === "manual" && rates.length > 0);
}

/** The taxes of a line, in the order in which they are printed. Empty if no tax is known. */
export type Treatment = readonly AppliedTax[];
