import { findBilledTwice, type Tx } from "@counterfoil/storage";

/** What is allowed, and may not be meant: somebody should know of it before a subscription runs. */
export interface ActivationWarning {
  code: "usage_billed_twice";
  detail: string;
  metricId: string;
  /** The active subscription that bills the same usage. */
  subscriptionId: string;
}

/** Each metric whose usage an active subscription of the account bills too, for days that both bill. */
export async function activationWarnings(tx: Tx, subscriptionId: string): Promise<ActivationWarning[]> {
  const found = await findBilledTwice(tx, subscriptionId);
  return found.map(({ metricId, metricName, subscriptionId: other, subscriptionName }) => ({
    code: "usage_billed_twice",
    detail:
      `The metric ${JSON.stringify(metricName)} is billed by ${JSON.stringify(subscriptionName)} (${other}) too: ` +
      "both subscriptions charge the same usage of the account.",
    metricId,
    subscriptionId: other,
  }));
}
