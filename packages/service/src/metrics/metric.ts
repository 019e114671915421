import type { MetricRow } from "@counterfoil/storage";

/** A metric as the interface shows it; the member `organizationID` is written so there and nowhere else. */
export interface Metric extends MetricRow {
  organizationID: string;
}

export function toMetric(row: MetricRow, organizationId: string): Metric {
  return { ...row, organizationID: organizationId };
}

/** What a caller writes of a metric; what defines it is read by the engine. */
export interface MetricInput {
  name?: string;
  description?: string | null;
  eventName?: string;
  filters?: unknown;
  /** Another name of `filters`. */
  filterGroups?: unknown;
  aggregation?: unknown;
  groupBy?: unknown;
}
