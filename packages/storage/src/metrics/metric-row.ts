import type { AggregationMethod, FilterGroup } from "@counterfoil/engine";

/** How a metric reduces events to a number, as the interface shows it (R-MET-1). */
export interface MetricAggregation {
  method: AggregationMethod;
  /** Null for `count`, which takes no field. */
  field: string | null;
  /** Only with the method `percentile`: above 0, at most 100. */
  percentile?: number | string;
}

/** What turns usage events into a quantity. `parseMetricDefinition` of the engine reads it as it is. */
export interface MetricRow {
  id: string;
  name: string;
  description: string | null;
  eventName: string;
  filters: FilterGroup[];
  aggregation: MetricAggregation;
  /** Names of the properties that split the usage into invoice lines and reports (R-MET-2). */
  groupBy: string[];
  /** What is archived is not sold anew; what is sold of it stays sold. */
  archivedAt: string | null;
  createdAt: string;
  updatedAt: string;
}
