import {
  type CancelationCredit,
  type CancelationReason,
  findSubscription,
  type SubscriptionRow,
} from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { contractInstant } from "../../contracts/index.ts";
import { type Context, transact, type Work } from "../../context.ts";
import { DomainError } from "../../errors/index.ts";
import { audit, notify } from "../../record.ts";
import { type Subscription, today, toSubscription } from "../../subscriptions/index.ts";
import { endDay, type EndInput } from "./end-day.ts";
import { lockRunning } from "./lock-running.ts";
import { refusePast } from "./refuse-past.ts";
import { reschedule } from "./reschedule.ts";

export interface CancelInput extends EndInput {
  reason?: CancelationReason | null;
  reasonDescription?: string | null;
  /** Whether to credit what was paid for days after the end. */
  credit?: CancelationCredit;
}

/** Ends a subscription on a day. Until then the subscription runs, and the cancellation can be withdrawn (R-SUB-6). */
export function cancelSubscription(context: Context, id: string, input: CancelInput): Promise<Subscription> {
  return transact(context, (transaction) => cancelRunning(transaction, id, input));
}

/** Like `cancelSubscription`, inside a running transaction. */
export async function cancelRunning(transaction: Work, id: string, input: CancelInput): Promise<Subscription> {
  const { work, loaded, now } = await lockRunning(transaction, id, "cancel");
  const { subscription, contract } = loaded;
  if (subscription.cancelsOn !== null) {
    throw new DomainError(
      "state_conflict",
      `A cancellation is already scheduled for ${subscription.cancelsOn}. Withdraw it before you schedule another.`,
    );
  }
  const day = endDay(loaded, input, today(loaded, now));
  refusePast(loaded, day, today(loaded, now));
  const cancelsAt = contractInstant(subscription, day, contract.timeZone);
  const after: SubscriptionRow = {
    ...subscription,
    cancelsAt,
    cancelsOn: day.toString(),
    cancelationCredit: input.credit ?? "prorate",
    cancelationReason: input.reason ?? null,
    cancelationReasonDescription: input.reasonDescription ?? null,
    updatedAt: now,
  };
  await notify(work, "subscription.cancelation_scheduled", id, toSubscription(after, work.organizationId));
  await reschedule(work, after, { changedOn: day, now, until: input.invoiceNow === true ? cancelsAt : now });
  return shownAfter(work, subscription, "subscription.cancelation_scheduled");
}

/**
 * Withdraws a cancellation before it takes effect. Billing continues as if the subscription had never been canceled
 * (R-SUB-6).
 */
export function withdrawCancellation(context: Context, id: string): Promise<Subscription> {
  return transact(context, async (transaction) => {
    const { work, loaded, now } = await lockRunning(transaction, id, "withdraw");
    const { subscription } = loaded;
    const { cancelsOn } = subscription;
    if (cancelsOn === null)
      throw new DomainError("state_conflict", "No cancellation is scheduled for this subscription.");
    if (cancelsOn <= today(loaded, now).toString()) {
      throw new DomainError("state_conflict", `Service ended on ${cancelsOn}. Create a new subscription.`);
    }
    const after: SubscriptionRow = {
      ...subscription,
      cancelsAt: null,
      cancelsOn: null,
      cancelationCredit: null,
      cancelationReason: null,
      cancelationReasonDescription: null,
      updatedAt: now,
    };
    await reschedule(work, after, { changedOn: Temporal.PlainDate.from(cancelsOn), now });
    const shown = await shownAfter(work, subscription, "subscription.cancelation_withdrawn");
    await notify(work, "subscription.updated", id, shown);
    return shown;
  });
}

async function shownAfter(work: Work, before: SubscriptionRow, action: string): Promise<Subscription> {
  const after = await findSubscription(work.tx, before.id);
  const shown = toSubscription(after ?? before, work.organizationId);
  await audit(work, { action, objectId: before.id, before: toSubscription(before, work.organizationId), after: shown });
  return shown;
}
