import type { SubscriptionRow } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { dueAt } from "../../time.ts";

/**
 * When a contract that starts by itself does: the local midnight that its start date begins with is what it has due next, so
 * the run that takes it up activates it, at whatever time it comes.
 */
export function automaticStart(
  { activationMode, contractStartOn }: Pick<SubscriptionRow, "activationMode" | "contractStartOn">,
  timeZone: string,
): Partial<Pick<SubscriptionRow, "nextBillingOn" | "nextBillingAt">> {
  if (activationMode === "manual") return {};
  return { nextBillingOn: contractStartOn, nextBillingAt: dueAt(Temporal.PlainDate.from(contractStartOn), timeZone) };
}
