import {
  findSubscription,
  findVersions,
  type SubscriptionRow,
  updateSubscription as save,
  updateVersion,
} from "@counterfoil/storage";
import { findTimeZone, onAccountClock } from "../clocks/index.ts";
import { type Context, transact, type Work } from "../context.ts";
import { notFound, refuseFaults } from "../errors/index.ts";
import { audit } from "../record.ts";
import { applySubscriptionInput } from "./apply-subscription-input.ts";
import { subscriptionFaults } from "./check-subscription.ts";
import { refuseLateTerms } from "./late-terms.ts";
import { type Subscription, toSubscription } from "./subscription.ts";
import type { SubscriptionInput } from "./subscription-input.ts";
import { requireUnchanged } from "../precondition.ts";

/**
 * Changes a subscription. A draft can change completely; later only members that do not affect money can (409 with the
 * other members). Members that a sent quote shows cannot change until activation.
 */
export function updateSubscription(context: Context, id: string, input: SubscriptionInput): Promise<Subscription> {
  return transact(context, async (transaction) => {
    const before = await findSubscription(transaction.tx, id, "for no key update");
    if (before === undefined) throw notFound("subscription", id);
    await requireUnchanged(transaction, () => toSubscription(before, transaction.organizationId));
    const work = await onAccountClock(transaction, before);
    refuseLateTerms(before, input);
    const timeZone = await findTimeZone(work.tx, before.accountId);
    const merged = applySubscriptionInput(before, input, timeZone);
    const after = { ...merged, updatedAt: work.clock.now() };
    refuseFaults(subscriptionFaults(after));
    await save(work.tx, after);
    if (after.contractStartOn !== before.contractStartOn) await moveFirstVersion(work, before, after);
    const shown = toSubscription(after, work.organizationId);
    const old = toSubscription(before, work.organizationId);
    await audit(work, { action: "subscription.updated", objectId: id, before: old, after: shown });
    return shown;
  });
}

/** A draft version that starts with the contract moves with its start. */
async function moveFirstVersion(work: Work, before: SubscriptionRow, after: SubscriptionRow): Promise<void> {
  const versions = await findVersions(work.tx, [after.id]);
  for (const version of versions.filter(({ startOn }) => startOn === before.contractStartOn)) {
    const start = { startDate: after.contractStartDate, startOn: after.contractStartOn };
    await updateVersion(work.tx, { ...version, ...start, updatedAt: after.updatedAt });
  }
}
