import { Decimal, isCurrency } from "@counterfoil/engine";
import { findMetric, type Tx } from "@counterfoil/storage";
import type { Fault } from "../errors/index.ts";
import { isKnownSoFar } from "../metrics/index.ts";
import type { UsageAlert } from "./usage-alert.ts";

/** What is wrong with an alert as it would be written, beside its account. */
export async function usageAlertFaults(
  tx: Tx,
  { metricId, measure, currency, period, thresholds }: UsageAlert,
): Promise<Fault[]> {
  const faults = thresholdFaults(thresholds);
  const refuse = (member: string, code: string, detail: string) => faults.push({ pointer: `/${member}`, code, detail });
  const metric = await findMetric(tx, metricId, "for share");
  if (metric === undefined) refuse("metricId", "unknown_metric", `There is no metric ${JSON.stringify(metricId)}.`);
  else if (!isKnownSoFar(metric)) {
    const detail = "A weighted_sum is known only when its period is over; watch a metric by latest, max or sum.";
    refuse("metricId", "unsuited_metric", detail);
  }
  if (measure === "quantity" && currency !== null) {
    refuse("currency", "only_for_amount", "A quantity has no currency.");
  }
  if (measure !== "amount") return faults;
  if (period !== "billing_period") {
    refuse("period", "only_billing_period", "What usage costs is known for the billing period only.");
  }
  if (currency === null) refuse("currency", "required", "An amount needs the currency of the subscriptions to watch.");
  else if (!isCurrency(currency)) refuse("currency", "unknown_currency", `${currency} is no ISO 4217 code.`);
  return faults;
}

/** Each threshold that is not more than 0, or not more than the one before it. What is no decimal was refused before. */
export function thresholdFaults(thresholds: readonly string[] = []): Fault[] {
  const values = thresholds.map((text) => (typeof text === "string" ? Decimal.parse(text) : undefined));
  return values.flatMap((value, index): Fault[] => {
    const pointer = `/thresholds/${index}`;
    const before = index === 0 ? undefined : values[index - 1];
    if (value === undefined) return [];
    if (!value.isPositive()) return [{ pointer, code: "not_positive", detail: "A threshold is more than 0." }];
    if (before === undefined || before.compare(value) < 0) return [];
    return [{ pointer, code: "not_ascending", detail: "Thresholds ascend, and each is there once." }];
  });
}
