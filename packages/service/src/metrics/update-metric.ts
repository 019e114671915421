import { findMetric, isMetricSold, startTotalling, updateMetric as saveMetric } from "@counterfoil/storage";
import { type Context, transact } from "../context.ts";
import { DomainError, notFound, refuseFaults } from "../errors/index.ts";
import { audit } from "../record.ts";
import { applyMetricInput, measuresTheSame } from "./apply-metric-input.ts";
import { askedSoFarFaults } from "./known-so-far.ts";
import { type Metric, type MetricInput, toMetric } from "./metric.ts";
import { requireUnchanged } from "../precondition.ts";

/**
 * Changes the given members of a metric. Its definition (event name, filters, aggregation, groups) is fixed as soon as
 * a published version or a sent quote sells a price with it: the metric must continue to measure what was billed.
 */
export function updateMetric(context: Context, id: string, input: MetricInput): Promise<Metric> {
  return transact(context, async (work) => {
    const before = await findMetric(work.tx, id, "for no key update");
    if (before === undefined) throw notFound("metric", id);
    await requireUnchanged(work, () => toMetric(before, work.organizationId));
    const { metric, faults } = applyMetricInput(before, input);
    refuseFaults(faults);
    refuseFaults(await askedSoFarFaults(work.tx, metric));
    if (!measuresTheSame(before, metric) && (await isMetricSold(work.tx, id))) {
      const detail =
        `The metric ${id} is used by a published version or a sent quote, so what it measures cannot change. ` +
        "Create a new metric.";
      throw new DomainError("state_conflict", detail);
    }
    const after = { ...metric, updatedAt: work.clock.now() };
    await saveMetric(work.tx, after);
    const updated = toMetric(after, work.organizationId);
    await audit(work, {
      action: "metric.updated",
      objectId: id,
      before: toMetric(before, work.organizationId),
      after: updated,
    });
    if (!measuresTheSame(before, metric)) await startTotalling(work.tx, after, after.updatedAt);
    return updated;
  });
}
