import type { Decimal } from "../../decimal/decimal.ts";

/** Per combination of property values: quantity × its price, else the default price. */
export interface MatrixModel {
  readonly type: "matrix";
  /** The names of the event properties that choose the price. */
  readonly dimensions: readonly string[];
  readonly cells: readonly MatrixCell[];
  /** Null: a combination without a cell is not charged, and the rating says so. */
  readonly defaultPricePerUnit: Decimal | null;
}

export interface MatrixCell {
  /** One property value for each dimension. */
  readonly values: Readonly<Record<string, string>>;
  readonly pricePerUnit: Decimal;
}
