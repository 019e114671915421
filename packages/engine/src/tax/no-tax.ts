import { Decimal } from "../decimal/decimal.ts";
import type { AppliedTax, TaxCategoryCode } from "./tax-rate.ts";

/** What is printed and sent where nothing is charged, with the reason that the law asks for. */
export const REVERSE_CHARGE = noTax(
  "AE",
  "Reverse charge",
  "VATEX-EU-AE",
  "Reverse charge: the recipient owes the tax.",
);

/** The same of a seller outside the European Union, whose law has codes of its own. */
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

/** Taxed at nothing: EN 16931 asks for no reason, and takes none (BR-Z-10). */
export const ZERO_RATED = noTax("Z", "Zero-rated", null, null);

/** Where a state has no sales tax. */
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
