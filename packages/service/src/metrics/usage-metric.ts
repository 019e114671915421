import { parseMetricDefinition, rememberedWith } from "@counterfoil/engine";
import type { MetricRow, UsageMetric } from "@counterfoil/storage";

type StoredDefinition = Pick<MetricRow, "id" | "eventName" | "filters" | "aggregation" | "groupBy">;

/** The definition of a stored metric, read once for each row. It was validated when it was stored. */
export const usageMetric = rememberedWith((metric: StoredDefinition): UsageMetric => {
  const parsed = parseMetricDefinition(metric);
  if (!parsed.ok) throw new Error(`metric ${metric.id} is no valid definition`);
  const { eventName, filters, aggregation } = parsed.definition;
  return { id: metric.id, eventName, filters, aggregation };
});
