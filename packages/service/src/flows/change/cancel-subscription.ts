import {
  type CancelationCredit,
  type CancelationReason,
  findSubscription,
  type SubscriptionRow,
} from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { contractInstant, type LoadedContract } from "../../contracts/index.ts";
import { type Context, transact, type Work } from "../../context.ts";
import { DomainError, invalid, refuseFaults } from "../../errors/index.ts";
import { audit, notify } from "../../record.ts";
import { dayOf, lastPeriodEnd, type Subscription, today, toSubscription } from "../../subscriptions/index.ts";
import { lockRunning, refusePast } from "./lock-running.ts";
import { reschedule } from "./reschedule.ts";

export interface CancelInput {
  reason?: CancelationReason | null;
  reasonDescription?: string | null;
  /** `now` (the current local day is used up), `period_end`, `contract_end`, an instant or a local day. */
  effective?: string;
  /** Whether what was paid for days after the end is given back. */
  credit?: CancelationCredit;
  /** Makes the last invoice in this call, and not with the end of the current day. */
  invoiceNow?: boolean;
}

/** Ends a subscription on a day; until then it runs on, and the cancellation can be withdrawn (R-SUB-6). */
export function cancelSubscription(context: Context, id: string, input: CancelInput): Promise<Subscription> {
  return transact(context, (transaction) => cancelRunning(transaction, id, input));
}

/** The same inside a running transaction. */
export async function cancelRunning(transaction: Work, id: string, input: CancelInput): Promise<Subscription> {
  const { work, loaded, now } = await lockRunning(transaction, id, "cancel");
  const { subscription, contract } = loaded;
  if (subscription.cancelsOn !== null) {
    throw new DomainError(
      "state_conflict",
      `The subscription is set to end on ${subscription.cancelsOn}; withdraw that before setting another end.`,
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

/** Takes a cancellation back before it takes effect: billing goes on as if it had never been (R-SUB-6). */
export function withdrawCancellation(context: Context, id: string): Promise<Subscription> {
  return transact(context, async (transaction) => {
    const { work, loaded, now } = await lockRunning(transaction, id, "withdraw");
    const { subscription } = loaded;
    const { cancelsOn } = subscription;
    if (cancelsOn === null) throw new DomainError("state_conflict", "The subscription is not set to end.");
    if (cancelsOn <= today(loaded, now).toString()) {
      throw new DomainError("state_conflict", `Service ended on ${cancelsOn}; make a new subscription.`);
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

function endDay(loaded: LoadedContract, input: CancelInput, day: Temporal.PlainDate): Temporal.PlainDate {
  const { effective = "now", invoiceNow = false } = input;
  const { contractEndOn, autoRenew } = loaded.subscription;
  if (invoiceNow && effective !== "now") {
    const detail = "Only a cancellation that is effective now is invoiced at once; others are invoiced at their end.";
    refuseFaults([{ pointer: "/invoiceNow", code: "only_effective_now", detail }]);
  }
  if (effective === "contract_end") {
    if (contractEndOn !== null) return Temporal.PlainDate.from(contractEndOn);
    throw invalid([{ pointer: "/effective", code: "no_contract_end", detail: "The contract has no end." }]);
  }
  const end =
    effective === "now"
      ? day.add({ days: 1 })
      : effective === "period_end"
        ? lastPeriodEnd(loaded, day)
        : dayOf(loaded, effective);
  if (!autoRenew && contractEndOn !== null && contractEndOn < end.toString())
    return Temporal.PlainDate.from(contractEndOn);
  return end;
}

async function shownAfter(work: Work, before: SubscriptionRow, action: string): Promise<Subscription> {
  const after = await findSubscription(work.tx, before.id);
  const shown = toSubscription(after ?? before, work.organizationId);
  await audit(work, { action, objectId: before.id, before: toSubscription(before, work.organizationId), after: shown });
  return shown;
}
