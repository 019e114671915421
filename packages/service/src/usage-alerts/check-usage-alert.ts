import { Decimal } from "@counterfoil/engine";
import { findMetric, type Tx } from "@counterfoil/storage";
import { currencyFaults } from "../codes.ts";
import type { Fault } from "../errors/index.ts";
import { isKnownSoFar } from "../metrics/index.ts";
import type { UsageAlert } from "./usage-alert.ts";

/** The faults of an alert before it is stored, except those of its account. */
export async function usageAlertFaults(
  tx: Tx,
  { metricId, measure, currency, period, thresholds }: UsageAlert,
): Promise<Fault[]> {
  const faults = thresholdFaults(thresholds);
  const refuse = (member: string, code: string, detail: string) => faults.push({ pointer: `/${member}`, code, detail });
  const metric = await findMetric(tx, metricId, "for share");
  if (metric === undefined) refuse("metricId", "unknown_metric", `There is no metric ${JSON.stringify(metricId)}.`);
  else if (!isKnownSoFar(metric)) {
    const detail =
      "A weighted_sum metric has no value until its period ends. Watch a metric of method latest, max or sum.";
    refuse("metricId", "unsuited_metric", detail);
  }
  if (measure === "quantity" && currency !== null) {
    refuse("currency", "only_for_amount", "An alert on a quantity has no currency. Leave it out.");
  }
  if (measure !== "amount") return faults;
  if (period !== "billing_period") {
    refuse("period", "only_billing_period", "An alert on an amount must use the period billing_period.");
  }
  if (currency === null)
    refuse("currency", "required", "An alert on an amount needs the currency of the subscriptions to watch.");
  faults.push(...currencyFaults("/currency", currency));
  return faults;
}

/**
 * A fault for each threshold that is not above 0, or not above the previous one. Text that is not a decimal was
 * rejected earlier.
 */
export function thresholdFaults(thresholds: readonly string[] = []): Fault[] {
  const values = thresholds.map((text) => (typeof text === "string" ? Decimal.parse(text) : undefined));
  return values.flatMap((value, index): Fault[] => {
    const pointer = `/thresholds/${index}`;
    const before = index === 0 ? undefined : values[index - 1];
    if (value === undefined) return [];
    if (!value.isPositive()) return [{ pointer, code: "not_positive", detail: "A threshold must be greater than 0." }];
    if (before === undefined || before.compare(value) < 0) return [];
    return [{ pointer, code: "not_ascending", detail: "Each threshold must be greater than the one before it." }];
  });
}
