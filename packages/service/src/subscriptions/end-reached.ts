import type { SubscriptionRow } from "@counterfoil/storage";

/** The effect of a day on a contract: a cancellation ends it, and the agreed end ends or renews it (R-SUB-7). */
export function endReached(
  { cancelsOn, contractEndOn, autoRenew }: Pick<SubscriptionRow, "cancelsOn" | "contractEndOn" | "autoRenew">,
  today: string,
): "none" | "renewal" | "end" {
  if (isReached(cancelsOn, today)) return "end";
  if (!isReached(contractEndOn, today)) return "none";
  return autoRenew ? "renewal" : "end";
}

export function isReached(day: string | null, today: string): boolean {
  return day !== null && day <= today;
}
