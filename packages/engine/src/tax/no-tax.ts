import { Decimal } from "../decimal/decimal.ts";
import type { AppliedTax, TaxCategoryCode } from "./tax-rate.ts";

/** The printed and transmitted texts if no tax is charged, with the legally required reason. */
export const REVERSE_CHARGE = noTax(
  "AE",
  "Reverse charge",
  "VATEX-EU-AE",
  "Reverse charge: the recipient owes the tax.",
);

/** The same for a seller outside the European Union, whose law has other codes. */
export const REVERSE_CHARGE_ELSEWHERE = noTax(
  "AE",
  "Reverse charge",
  null,
  "Reverse charge: the recipient owes the tax.",
);

export const INTRA_COMMUNITY = noTax("K", "Intra-community supply", "VATEX-EU-IC", "Intra-community supply of goods.");

export const EXPORT = noTax("G", "Export", "VATEX-EU-G", "Export outside the European Union.");

export const OUTSIDE_SCOPE = noTax("O", "Not taxed", null, "Supplied abroad: outside the scope of tax.");

export const EXEMPT = noTax("E", "Exempt", null, "Exempt from tax.");

/** Taxed at 0%: EN 16931 requires no reason, and allows none (BR-Z-10). */
export const ZERO_RATED = noTax("Z", "Zero-rated", null, null);

/** For a state without sales tax. */
export function noSalesTax(country: string, region: string): AppliedTax {
  return { ...noTax("O", "No sales tax", null, "The state has no sales tax."), country, region };
}

function noTax(
  categoryCode: TaxCategoryCode,
  name: string,
  reasonCode: string | null,
  reason: string | null,
): AppliedTax {
  const nothing = { taxRateId: null, percentage: Decimal.zero, inclusive: false, country: null, region: null };
  return { ...nothing, name, categoryCode, reasonCode, reason };
}
