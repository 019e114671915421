import type { AppliedTax, TaxMode, TaxRate, TaxStatus } from "./tax-rate.ts";
import { countryOfPrefix } from "./european-union.ts";
import { regionCode } from "./region.ts";

/** Who sells or buys, as far as tax looks at it. */
export interface TaxParty {
  /** ISO 3166 code. */
  readonly country: string | null;
  /** As the address has it; see `regionCode`. */
  readonly region: string | null;
  readonly taxId: string | null;
}

export interface TaxedBuyer extends TaxParty {
  readonly status: TaxStatus | null;
  /** Rates that apply to the account whatever its place. */
  readonly taxRateIds: readonly string[];
}

/** What the product and the price of a line say about its tax. */
export interface PriceTax {
  readonly taxCategory: string | null;
  /** Rates that apply to the price, each at its own place. */
  readonly taxRateIds: readonly string[];
}

/** All that tax depends on beside the lines themselves. */
export interface TaxTerms {
  readonly mode: TaxMode;
  readonly seller: TaxParty;
  readonly buyer: TaxedBuyer;
  /** The organization's own rates that are not archived. */
  readonly rates: readonly TaxRate[];
}

/** The terms with the buyer's place settled and both regions as codes: an account without a country is taken to be at home. */
export function settledTerms({ mode, seller, buyer, rates }: TaxTerms): TaxTerms {
  const country = buyer.country ?? countryOfPrefix(buyer.taxId ?? "") ?? seller.country;
  return {
    mode,
    rates,
    seller: { ...seller, region: regionCode(seller.country, seller.region) },
    buyer: { ...buyer, country, region: regionCode(country, buyer.region) },
  };
}

/** Whether anything is to be said about tax: without own rates and without the table there is nothing (R-INV-6). */
export function decidesTax({ mode, rates }: Pick<TaxTerms, "mode" | "rates">): boolean {
  return mode === "table" || (mode === "manual" && rates.length > 0);
}

/** The taxes of a line, in the order in which they are printed; none where nothing is known of its tax. */
export type Treatment = readonly AppliedTax[];
