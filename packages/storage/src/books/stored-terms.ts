import type { FilterGroup, PriceType } from "@counterfoil/engine";
import type { MetricAggregation } from "../metrics/metric-aggregation.ts";

export interface BilledPrice {
  id: string;
  type: PriceType;
  /** In the API's form, which the engine's `parsePricingModel` reads. */
  pricingModel: object;
}

/** The members of a `MetricRow` that decide which usage it counts, with its name. */
export interface BilledMetric {
  id: string;
  name: string;
  eventName: string;
  filters: FilterGroup[];
  aggregation: MetricAggregation;
  /** Names of the properties that split usage into invoice lines and reports (R-MET-2). */
  groupBy: string[];
}
