import type { MetricRow } from "@counterfoil/storage";

/** A metric as the API returns it. Only metrics spell the member `organizationID` this way. */
export interface Metric extends MetricRow {
  organizationID: string;
}

export function toMetric(row: MetricRow, organizationId: string): Metric {
  return { ...row, organizationID: organizationId };
}

/** The members of a metric that a caller can set. The engine reads its definition. */
export interface MetricInput {
  name?: string;
  description?: string | null;
  eventName?: string;
  filters?: unknown;
  /** An alias of `filters`. */
  filterGroups?: unknown;
  aggregation?: unknown;
  groupBy?: unknown;
}
