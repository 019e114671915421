import { findSubscription, findVersions, type SubscriptionRow } from "@counterfoil/storage";
import { onAccountClock } from "../accounts/account-time.ts";
import { billSubscriptions } from "../billing/bill-subscriptions.ts";
import { issueAtOnce } from "../billing/issue-invoices.ts";
import { type Context, transact, type Work } from "../context.ts";
import { type ActivatedSubscription, toActivated } from "./activated-subscription.ts";
import { activate, type Activation, isDue, mailActivation } from "./activation.ts";
import type { ActivationWarning } from "./activation-warnings.ts";
import { lockFor } from "./transitions.ts";

/**
 * Activates a subscription: publishes its drafts, bills what is due, and announces it (R-SUB-2). Refuses a subscription
 * that already runs or has ended (409) and one that is not complete (422, naming all that is missing). What is allowed and may
 * not be meant comes beside it, as warnings.
 */
export function activateSubscription(
  context: Context,
  id: string,
): Promise<{ activated: ActivatedSubscription; warnings: readonly ActivationWarning[] }> {
  return transact(context, async (transaction) => {
    const before = await lockFor(transaction, id, "activate");
    const work = await onAccountClock(transaction, before);
    const { subscription, prices, warnings } = await activateAndBill(work, before);
    const versions = await findVersions(work.tx, [id]);
    return { activated: toActivated(subscription, versions, prices, work.clock.now()), warnings };
  });
}

/** Activates a locked subscription by the account's clock and bills what is due by now. Answers it as it is then. */
export async function activateAndBill(work: Work, before: SubscriptionRow): Promise<Activation> {
  const activation = await activate(work, before);
  const { subscription } = activation;
  const now = work.clock.now();
  if (isDue(subscription, now)) await issueAtOnce(work, await billSubscriptions(work, [subscription], now), now);
  await mailActivation(work, subscription);
  return { ...activation, subscription: (await findSubscription(work.tx, before.id)) ?? subscription };
}
