import type { AggregationMethod } from "@counterfoil/engine";

/** How a metric reduces events to a number, in the API's form (R-MET-1). */
export interface MetricAggregation {
  method: AggregationMethod;
  /** Null for `count`, which uses no field. */
  field: string | null;
  /** Only for the method `percentile`: above 0, at most 100. */
  percentile?: number | string;
}
