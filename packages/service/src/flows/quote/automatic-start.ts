import type { SubscriptionRow } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { dueAt } from "../../time.ts";

/**
 * When an automatic contract starts: at local midnight of its start date. This instant is its next due time, so the run
 * that takes it up activates it, however late that run is.
 */
export function automaticStart(
  { activationMode, contractStartOn }: Pick<SubscriptionRow, "activationMode" | "contractStartOn">,
  timeZone: string,
): Partial<Pick<SubscriptionRow, "nextBillingOn" | "nextBillingAt">> {
  if (activationMode === "manual") return {};
  return { nextBillingOn: contractStartOn, nextBillingAt: dueAt(Temporal.PlainDate.from(contractStartOn), timeZone) };
}
