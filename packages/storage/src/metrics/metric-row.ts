import type { AggregationMethod } from "@counterfoil/engine";
import type { Row } from "../row.ts";

/** How a metric reduces events to a number, as the interface shows it (R-MET-1). */
export interface MetricAggregation {
  method: AggregationMethod;
  /** Null for `count`, which takes no field. */
  field: string | null;
  /** Only with the method `percentile`: above 0, at most 100. */
  percentile?: number | string;
}

/** What turns usage events into a quantity. `parseMetricDefinition` of the engine reads it as it is. */
export type MetricRow = Row<"metric">;
