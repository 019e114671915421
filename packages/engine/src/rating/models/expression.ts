import type { Decimal } from "../../decimal/decimal.ts";

/** The value of an arithmetic expression over named metrics and constants, not below 0. */
export interface ExpressionModel {
  readonly type: "expression";
  readonly expression: string;
  /** Metric id by the name that the expression gives it. */
  readonly metrics: Readonly<Record<string, string>>;
  /** Value by the name that the expression gives it. */
  readonly constants: Readonly<Record<string, Decimal>>;
}
