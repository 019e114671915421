import { Decimal } from "../../src/decimal/decimal.ts";
import type { TaxRate } from "../../src/tax/tax-rate.ts";
import type { TaxTerms, TaxedBuyer, TaxParty } from "../../src/tax/tax-terms.ts";

/** A rate of the organization: `VAT 20`, with the given criteria. */
export function rate(id: string, percentage: string, members: Partial<TaxRate> = {}): TaxRate {
  return {
    id,
    name: "VAT",
    percentage: Decimal.of(percentage),
    country: null,
    region: null,
    taxCategory: null,
    taxStatus: null,
    inclusive: false,
    categoryCode: Decimal.of(percentage).isZero() ? "Z" : "S",
    reasonCode: null,
    reason: null,
    validFrom: null,
    validUntil: null,
    ...members,
  };
}

/** A seller in Berlin and a buyer without tax data, with the built-in table by default. */
export function terms(
  buyer: Partial<TaxedBuyer> = {},
  rest: Partial<Omit<TaxTerms, "buyer" | "seller">> & { seller?: Partial<TaxParty> } = {},
): TaxTerms {
  const { seller, ...others } = rest;
  return {
    mode: "table",
    rates: [],
    ...others,
    seller: { country: "DE", region: null, taxId: "DE136695976", ...seller },
    buyer: { country: null, region: null, taxId: null, status: null, taxRateIds: [], ...buyer },
  };
}

export const ORDINARY = { taxCategory: null, taxRateIds: [] } as const;
