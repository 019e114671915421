import type { UsageAlertRow } from "@counterfoil/storage";

/** An alert as the API returns it. */
export type UsageAlert = Omit<UsageAlertRow, "lookedThrough">;

/** The members of an alert that a caller can set. What it watches cannot be changed later. */
export type UsageAlertCreation = Pick<UsageAlert, "name" | "metricId" | "measure" | "thresholds" | "period"> &
  Partial<Pick<UsageAlert, "accountId" | "currency" | "active">>;
export type UsageAlertInput = Partial<Pick<UsageAlert, "name" | "thresholds" | "active">>;

export function toUsageAlert({ lookedThrough: _place, ...alert }: UsageAlertRow): UsageAlert {
  return alert;
}

/** The data of `usage.threshold_reached` (R-HOOK-1). */
export interface ThresholdReached {
  alertId: string;
  alertName: string;
  accountId: string;
  /** The subscription of the billing period; null if usage is evaluated for the whole account. */
  subscriptionId: string | null;
  metricId: string;
  measure: UsageAlert["measure"];
  currency: string | null;
  threshold: string;
  /** The usage at the time of the check: a quantity or an amount. */
  value: string;
  /** Half-open; null if usage never starts again at 0. */
  period: { from: string; to: string } | null;
  reachedAt: string;
}
