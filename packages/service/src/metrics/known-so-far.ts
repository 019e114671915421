import { findAlertsOfMetric, findFeaturesOfMetric, type MetricRow, type Tx } from "@counterfoil/storage";
import type { Fault } from "../errors/index.ts";

/** Whether a metric can be asked for a period that still runs: a `weighted_sum` is known only when it is over. */
export function isKnownSoFar({ aggregation }: MetricRow): boolean {
  return aggregation.method !== "weighted_sum";
}

/** What is wrong with a metric, locked, as it would be changed, for the features and alerts that ask it while a period runs. */
export async function askedSoFarFaults(tx: Tx, metric: MetricRow): Promise<Fault[]> {
  if (isKnownSoFar(metric)) return [];
  const refuse = (code: string, what: string): Fault => {
    const detail = `A weighted_sum is known only when its period is over, and the metric measures ${what}.`;
    return { pointer: "/aggregation/method", code, detail };
  };
  const features = await findFeaturesOfMetric(tx, metric.id);
  const alerts = await findAlertsOfMetric(tx, metric.id);
  return [
    ...(features.length === 0 ? [] : [refuse("unsuited_for_features", `features: ${features.join(", ")}`)]),
    ...(alerts.length === 0 ? [] : [refuse("unsuited_for_alerts", `alerts: ${alerts.join(", ")}`)]),
  ];
}
