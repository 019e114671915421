import type { Decimal } from "@counterfoil/engine";
import { findMetrics, postgresUsageStore, type Tx, type UsageQuestion } from "@counterfoil/storage";
import { usageMetric } from "../metrics/index.ts";
import { requireMeasured } from "../usage/index.ts";
import type { Position } from "./position.ts";

/** Later than any event. */
export const NO_END = "9999-12-31T00:00:00.000Z";

/**
 * Use of features that a metric measures, by `useKey`: the metric's usage in the period, read for all positions in a
 * few statements.
 */
export async function measuredUse(tx: Tx, positions: readonly Position[]): Promise<Map<string, Decimal>> {
  const linked = positions.filter(({ metricId, period }) => metricId !== null && period !== null);
  if (linked.length === 0) return new Map();
  const metrics = await findMetrics(tx, [...new Set(linked.flatMap(({ metricId }) => metricId ?? []))]);
  const metricOf = new Map(metrics.map((metric) => [metric.id, usageMetric(metric)]));
  const questions = new Map<string, UsageQuestion>();
  for (const position of linked) {
    const { accountId, metricId, period } = position;
    const metric = metricOf.get(metricId ?? "");
    const key = measuredKey(position);
    if (metric === undefined || period === null || questions.has(key)) continue;
    const { start, end } = period;
    const whole = { throughSequence: null, groupBy: [], except: [] };
    questions.set(key, { key, accountId, metric, start, end: end ?? NO_END, ...whole });
  }
  const answers = await postgresUsageStore.read(tx, [...questions.values()]);
  return new Map(answers.map((answer) => [answer.key, requireMeasured(answer).quantity]));
}

/** The key of a position's use in the measured use. */
export function measuredKey({ accountId, featureKey, period }: Position): string {
  return `${accountId} ${featureKey} ${period?.label ?? ""}`;
}
