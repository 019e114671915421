import { findSubscription, findVersions, type SubscriptionRow } from "@counterfoil/storage";
import { onAccountClock } from "../../clocks/index.ts";
import { billContracts } from "../bill/index.ts";
import { issueAtOnce } from "../issue/index.ts";
import { type Context, transact, type Work } from "../../context.ts";
import {
  activate,
  type ActivatedSubscription,
  type Activation,
  type ActivationWarning,
  isDue,
  lockFor,
  mailActivation,
  toActivated,
} from "../../subscriptions/index.ts";

/**
 * Activates a subscription: publishes its drafts, bills what is due, and announces it (R-SUB-2). Refuses a subscription
 * that is running or has ended (409) and an incomplete one (422, naming everything that is missing). Settings that are
 * allowed but look like mistakes are returned as warnings.
 */
export function activateSubscription(
  context: Context,
  id: string,
): Promise<{ activated: ActivatedSubscription; warnings: readonly ActivationWarning[] }> {
  return transact(context, async (transaction) => {
    const before = await lockFor(transaction, id, "activate");
    const work = await onAccountClock(transaction, before);
    const { subscription, loaded, warnings } = await activateAndBill(work, before);
    const versions = await findVersions(work.tx, [id]);
    return { activated: toActivated(subscription, versions, loaded.prices, work.clock.now()), warnings };
  });
}

/**
 * Activates a locked subscription by the account's clock and bills what is due by now. Returns the subscription after
 * that.
 */
export async function activateAndBill(work: Work, before: SubscriptionRow): Promise<Activation> {
  const activation = await activate(work, before);
  const { subscription, loaded } = activation;
  const now = work.clock.now();
  if (isDue(subscription, now)) await issueAtOnce(work, await billContracts(work, [loaded], now), now);
  await mailActivation(work, subscription);
  return { ...activation, subscription: (await findSubscription(work.tx, before.id)) ?? subscription };
}
