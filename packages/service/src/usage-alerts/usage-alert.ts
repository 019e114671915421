import type { UsageAlertRow } from "@counterfoil/storage";

/** An alert as it is shown. */
export type UsageAlert = Omit<UsageAlertRow, "lookedThrough">;

/** What a caller writes of an alert; what it watches is chosen once, and by whom it is wanted can change. */
export type UsageAlertCreation = Pick<UsageAlert, "name" | "metricId" | "measure" | "thresholds" | "period"> &
  Partial<Pick<UsageAlert, "accountId" | "currency" | "active">>;
export type UsageAlertInput = Partial<Pick<UsageAlert, "name" | "thresholds" | "active">>;

export function toUsageAlert({ lookedThrough: _place, ...alert }: UsageAlertRow): UsageAlert {
  return alert;
}

/** What `usage.threshold_reached` tells (R-HOOK-1). */
export interface ThresholdReached {
  alertId: string;
  alertName: string;
  accountId: string;
  /** The subscription whose billing period it is; null where usage is judged for the account as a whole. */
  subscriptionId: string | null;
  metricId: string;
  measure: UsageAlert["measure"];
  currency: string | null;
  threshold: string;
  /** What the usage came to when it was seen: a quantity or an amount. */
  value: string;
  /** Half-open; null where usage never begins at 0 again. */
  period: { from: string; to: string } | null;
  reachedAt: string;
}
