import { earlier, later } from "@counterfoil/engine";
import { type InvoiceRow, type SubscriptionRow, updateSubscription } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { billAgain, billSubscriptions } from "../billing/bill-subscriptions.ts";
import { issueDueInvoices } from "../billing/issue-invoices.ts";
import { type LoadedContract, loadContracts } from "../billing/load-contracts.ts";
import { dueAt, nextDueOn } from "../billing/schedule.ts";
import type { Work } from "../context.ts";

/**
 * After an active subscription was changed from a day on: finds anew what falls due, and bills and issues at once what the
 * change brings for days that have come. `until` bills up to an instant that is still to come.
 */
export async function reschedule(
  work: Work,
  subscription: SubscriptionRow,
  changedOn: Temporal.PlainDate,
  now: string,
  until: string = now,
): Promise<InvoiceRow[]> {
  const [loaded] = await loadContracts(work.tx, [subscription]);
  if (loaded === undefined) throw new Error("the subscription was not loaded");
  const billedOn = lastBilledOn(loaded);
  const next = nextDueOn(loaded, settledThrough(subscription, changedOn, billedOn));
  const nextBillingAt = next === null ? null : dueAt(next, loaded.contract.timeZone);
  const scheduled = { ...subscription, nextBillingOn: next?.toString() ?? null, nextBillingAt, updatedAt: now };
  await updateSubscription(work.tx, scheduled);
  const invoices =
    billedOn?.equals(changedOn) === true
      ? await billAgain(work, { ...loaded, subscription: scheduled }, changedOn, now)
      : [];
  if (nextBillingAt !== null && nextBillingAt <= until) {
    invoices.push(...(await billSubscriptions(work, [scheduled], now, until)));
  }
  await issueDueInvoices(work, { now, testClockId: subscription.testClockId }, invoices);
  return invoices;
}

/** Up to where nothing changes: what was billed stands, and so do the days before the change, save those not looked at yet. */
function settledThrough(
  { nextBillingOn }: SubscriptionRow,
  changedOn: Temporal.PlainDate,
  billedOn: Temporal.PlainDate | null,
): Temporal.PlainDate {
  const open = nextBillingOn === null ? changedOn : earlier(changedOn, Temporal.PlainDate.from(nextBillingOn));
  const settled = open.subtract({ days: 1 });
  return billedOn === null ? settled : later(settled, billedOn);
}

/** The day of the last invoice, before which nothing can change any more; null while nothing was billed. */
export function lastBilledOn({ subscription }: Pick<LoadedContract, "subscription">): Temporal.PlainDate | null {
  const { lastBillingOn } = subscription;
  return lastBillingOn === null ? null : Temporal.PlainDate.from(lastBillingOn);
}
