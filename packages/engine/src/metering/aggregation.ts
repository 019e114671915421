import type { Decimal } from "../decimal/decimal.ts";

/** How the values of events become one number (R-MET-1). */
export const aggregationMethods = [
  "count",
  "sum",
  "average",
  "min",
  "max",
  "count_unique",
  "latest",
  "weighted_sum",
  "percentile",
] as const;

export type AggregationMethod = (typeof aggregationMethods)[number];

/** A method, with the property that it reads. */
export type Aggregation =
  | { readonly method: "count"; readonly field: null }
  | { readonly method: Exclude<AggregationMethod, "count" | "percentile">; readonly field: string }
  /** percentile: above 0, at most 100. 95 is the value that 95% of the events do not exceed. */
  | { readonly method: "percentile"; readonly field: string; readonly percentile: Decimal };
