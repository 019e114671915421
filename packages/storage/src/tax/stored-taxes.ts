import type { TaxCategoryCode } from "@counterfoil/engine";

/** A tax of an invoice as stored: decimals are text. */
export interface StoredTax {
  /** Null where the built-in table or a rule of law said it. */
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

/** A part of a line's amount, with its share of the taxes that it is under: `index` counts in the invoice's list. */
export interface StoredTaxPart {
  amount: string;
  taxes: { index: number; base: string; amount: string }[];
}
