import { findMetric, type Tx } from "@counterfoil/storage";
import type { Fault } from "../errors/index.ts";
import { isKnownSoFar } from "../metrics/index.ts";
import type { Feature } from "./feature.ts";

/** What is wrong with a feature to be written. */
export async function featureFaults(tx: Tx, { type, metricId }: Feature): Promise<Fault[]> {
  if (metricId === null) return [];
  const faults: Fault[] = [];
  const refuse = (code: string, detail: string) => faults.push({ pointer: "/metricId", code, detail });
  if (type === "boolean")
    refuse("only_for_quantity", "A boolean feature has no quantity to measure. Leave out metricId.");
  const metric = await findMetric(tx, metricId, "for share");
  if (metric === undefined) refuse("unknown_metric", `There is no metric ${JSON.stringify(metricId)}.`);
  else if (!isKnownSoFar(metric)) {
    const detail =
      "A weighted_sum metric has no value until its period ends. Link a metric of method latest, max or sum.";
    refuse("unsuited_metric", detail);
  }
  return faults;
}
