import type { TaxCategoryCode } from "@counterfoil/engine";

/** A tax of an invoice as stored: decimals are text. */
export interface StoredTax {
  /** Null for a rate from the built-in table or a legal rule. */
  taxRateId: string | null;
  name: string;
  percentage: string;
  categoryCode: TaxCategoryCode;
  reasonCode: string | null;
  reason: string | null;
  inclusive: boolean;
  country: string | null;
  region: string | null;
  base: string;
  amount: string;
}

/**
 * A part of a line's amount, with its share of the taxes that apply to it. `index` refers to the invoice's list of
 * taxes.
 */
export interface StoredTaxPart {
  amount: string;
  taxes: { index: number; base: string; amount: string }[];
}
