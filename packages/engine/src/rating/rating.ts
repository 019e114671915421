import type { Decimal } from "../decimal/decimal.ts";

/** What a quantity costs, and why (R-RATE-5). */
export interface Rating {
  /** Exact and unrounded; the line rounds it once, to the currency's minor unit. The steps' amounts sum to it. */
  readonly amount: Decimal;
  /** The quantity that was rated: never negative (R-RATE-3); for `fixed`, its units. */
  readonly quantity: Decimal;
  readonly steps: readonly RatingStep[];
  /** What the invoice line has to say beside the amount; most often nothing. */
  readonly notes: readonly RatingNote[];
}

/**
 * One step of the arithmetic. Each holds its operands, so that a person can read it and `recomputeStep` can do it again;
 * in JSON its decimals are text.
 */
export type RatingStep =
  | { readonly kind: "negative_quantity"; readonly label: string; readonly quantity: Decimal; readonly amount: Decimal }
  /** amount = quantity × unitPrice */
  | {
      readonly kind: "unit_price";
      readonly label: string;
      readonly quantity: Decimal;
      readonly unitPrice: Decimal;
      readonly amount: Decimal;
    }
  /** amount = quantity × percentage ÷ 100 */
  | {
      readonly kind: "percentage";
      readonly label: string;
      readonly quantity: Decimal;
      readonly percentage: Decimal;
      readonly amount: Decimal;
    }
  /** amount = fixedFee */
  | { readonly kind: "fixed_fee"; readonly label: string; readonly fixedFee: Decimal; readonly amount: Decimal }
  /** packages = ceil((quantity − includedUnits) ÷ packageSize), not below 0; amount = packages × pricePerPackage */
  | {
      readonly kind: "packages";
      readonly label: string;
      readonly quantity: Decimal;
      readonly includedUnits: Decimal;
      readonly packageSize: Decimal;
      readonly packages: Decimal;
      readonly pricePerPackage: Decimal;
      readonly amount: Decimal;
    }
  /** amount = −billed */
  | { readonly kind: "already_billed"; readonly label: string; readonly billed: Decimal; readonly amount: Decimal }
  /** amount = 0: the combination has no price */
  | { readonly kind: "unpriced"; readonly label: string; readonly quantity: Decimal; readonly amount: Decimal }
  /** A value on the way through an expression: label = result; the amount is 0 but for the last, whose result it is. */
  | { readonly kind: "expression"; readonly label: string; readonly result: Decimal; readonly amount: Decimal };

/** A remark that must stand on the invoice line, such as that a negative quantity was rated as 0. */
export interface RatingNote {
  readonly code: "negative_quantity" | "unpriced_combination" | "division_by_zero" | "negative_result";
  /** A sentence for the reader of the invoice. */
  readonly detail: string;
}
