import { findAlertsOfMetric, findFeaturesOfMetric, type MetricRow, type Tx } from "@counterfoil/storage";
import type { Fault } from "../errors/index.ts";

/** Whether a metric has a result for a current period. A `weighted_sum` has one only when the period is over. */
export function isKnownSoFar({ aggregation }: MetricRow): boolean {
  return aggregation.method !== "weighted_sum";
}

/** The faults of a changed metric, locked, with regard to the features and alerts that measure it during a period. */
export async function askedSoFarFaults(tx: Tx, metric: MetricRow): Promise<Fault[]> {
  if (isKnownSoFar(metric)) return [];
  const refuse = (code: string, what: string): Fault => {
    const detail = `A weighted_sum has no value until its period ends, but this metric is used by ${what}.`;
    return { pointer: "/aggregation/method", code, detail };
  };
  const features = await findFeaturesOfMetric(tx, metric.id);
  const alerts = await findAlertsOfMetric(tx, metric.id);
  return [
    ...(features.length === 0 ? [] : [refuse("unsuited_for_features", `features: ${features.join(", ")}`)]),
    ...(alerts.length === 0 ? [] : [refuse("unsuited_for_alerts", `alerts: ${alerts.join(", ")}`)]),
  ];
}
