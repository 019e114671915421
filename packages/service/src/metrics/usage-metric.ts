import { parseMetricDefinition } from "@counterfoil/engine";
import type { MetricRow, UsageMetric } from "@counterfoil/storage";

/** The definition of a stored metric. It was validated when it was stored. */
export function usageMetric(
  metric: Pick<MetricRow, "id" | "eventName" | "filters" | "aggregation" | "groupBy">,
): UsageMetric {
  const parsed = parseMetricDefinition(metric);
  if (!parsed.ok) throw new Error(`metric ${metric.id} is no valid definition`);
  const { eventName, filters, aggregation } = parsed.definition;
  return { id: metric.id, eventName, filters, aggregation };
}
