import { findBilledTwice, type Tx } from "@counterfoil/storage";

/** A possible mistake that is allowed. A user should know of it before the subscription starts. */
export interface ActivationWarning {
  code: "usage_billed_twice";
  detail: string;
  metricId: string;
  /** The active subscription that bills the same usage. */
  subscriptionId: string;
}

/**
 * A warning for each metric whose usage another active subscription of the account also bills, on days that both bill.
 */
export async function activationWarnings(tx: Tx, subscriptionId: string): Promise<ActivationWarning[]> {
  const found = await findBilledTwice(tx, subscriptionId);
  return found.map(({ metricId, metricName, subscriptionId: other, subscriptionName }) => ({
    code: "usage_billed_twice",
    detail:
      `The metric ${JSON.stringify(metricName)} is also billed by the subscription ` +
      `${JSON.stringify(subscriptionName)} (${other}). ` +
      "Both charge the same usage of the account.",
    metricId,
    subscriptionId: other,
  }));
}
