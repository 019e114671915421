import { type BilledMetric, type BilledTerms, findMetrics, type Tx } from "@counterfoil/storage";
import { canonicalJson } from "../canonical-json.ts";
import { billedMetric } from "../frozen-lines/index.ts";

/** The name of a metric in a question. It is the ID only if the totals are valid for the metric. */
export type MetricNames = (id: string, terms: BilledTerms) => string;

/**
 * Totals count by the current definition of a metric. If the definition was different at billing, the events are
 * counted instead.
 */
export async function metricNames(tx: Tx, all: readonly BilledTerms[]): Promise<MetricNames> {
  const ids = [...new Set(all.flatMap(({ metrics }) => metrics.map(({ id }) => id)))];
  const now = new Map((await findMetrics(tx, ids)).map((metric) => [metric.id, metric]));
  const isSame = (metric: BilledMetric) => {
    const current = now.get(metric.id);
    return current !== undefined && canonicalJson(measuring(current)) === canonicalJson(measuring(metric));
  };
  const same = new Map(all.map(({ hash, metrics }) => [hash, new Set(metrics.filter(isSame).map(({ id }) => id))]));
  return (id, { hash }) => (same.get(hash)?.has(id) === true ? id : `${id} ${hash}`);
}

function measuring(metric: BilledMetric): object {
  const { name: _, ...rest } = billedMetric(metric);
  return rest;
}
