import { type BilledMetric, type BilledTerms, findMetrics, type Tx } from "@counterfoil/storage";
import { canonicalJson } from "../canonical-json.ts";
import { billedMetric } from "../frozen-lines/index.ts";

/** What a metric is called in a question: by its id only where totals tell of it. */
export type MetricNames = (id: string, terms: BilledTerms) => string;

/** Totals tell of a metric as it is now: of one that measured otherwise the events are asked. */
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
