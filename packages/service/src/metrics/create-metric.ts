import { insertMetric, type MetricRow, startTotalling } from "@counterfoil/storage";
import { claimCatalogKey } from "../catalog-keys/index.ts";
import { type Context, transact } from "../context.ts";
import { refuseFaults } from "../errors/index.ts";
import { audit } from "../record.ts";
import { applyMetricInput } from "./apply-metric-input.ts";
import { type Metric, type MetricInput, toMetric } from "./metric.ts";

/** Creates a metric. Rejects filters and aggregations that cannot measure, and reports each wrong member. */
export function createMetric(
  context: Context,
  input: MetricInput & Required<Pick<MetricInput, "name" | "eventName" | "aggregation">>,
): Promise<Metric> {
  return transact(context, async (work) => {
    const now = work.clock.now();
    const empty: MetricRow = {
      id: work.ids.next("metric"),
      name: input.name,
      description: null,
      eventName: input.eventName,
      filters: [],
      aggregation: { method: "count", field: null },
      groupBy: [],
      archivedAt: null,
      createdAt: now,
      updatedAt: now,
    };
    const { metric, faults } = applyMetricInput(empty, input);
    refuseFaults(faults);
    await insertMetric(work.tx, metric);
    const created = toMetric(metric, work.organizationId);
    await audit(work, { action: "metric.created", objectId: metric.id, after: created });
    await claimCatalogKey(work, "metric", metric.id);
    await startTotalling(work.tx, metric, now);
    return created;
  });
}
