import { parseMetricDefinition } from "@counterfoil/engine";
import type { MetricRow, UsageMetric } from "@counterfoil/storage";

/** A stored metric as usage is measured by it. It was checked when it was written. */
export function usageMetric(
  metric: Pick<MetricRow, "id" | "eventName" | "filters" | "aggregation" | "groupBy">,
): UsageMetric {
  const parsed = parseMetricDefinition(metric);
  if (!parsed.ok) throw new Error(`metric ${metric.id} is no valid definition`);
  const { eventName, filters, aggregation } = parsed.definition;
  return { id: metric.id, eventName, filters, aggregation };
}
