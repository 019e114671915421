import {
  claimDueCollections,
  type CollectionRow,
  findCollection,
  findInvoiceLines,
  findOpenPayment,
  findSubscriptionsById,
  getPaymentSettings,
  type InvoiceRow,
  type PaymentSettingsRow,
  saveCollection,
} from "@counterfoil/storage";
import { inSavepoint } from "../../in-savepoint.ts";
import { fixedClock } from "../../clock.ts";
import type { Work } from "../../context.ts";
import { isCollectable } from "./is-collectable.ts";
import { giveUpOn } from "./mark-uncollectible.ts";
import { toInvoice } from "../../invoices/index.ts";
import { queueMail } from "../../mails/index.ts";
import { audit, notify } from "../../record.ts";
import { cancelRunning } from "../change/index.ts";
import { attemptPayment } from "../pay/index.ts";
import { secondsLater } from "../../time.ts";
import { DAY_SECONDS, reminderAfter, stopCollection } from "../../payments/index.ts";

const MOST_AT_ONCE = 100;

/**
 * Does what is due for unpaid invoices: reminders, attempts and outcomes (R-INV-7). An invoice that fails is put aside,
 * visibly, and does not stop the others. Returns how many invoices it handled. An outcome may issue an invoice, so it
 * is the last work of its transaction: otherwise the account of another subscription would be locked after the invoice
 * number (docs/locking.md).
 */
export async function stepCollections(
  transaction: Work,
  due: { now: string; testClockId: string | null },
): Promise<number> {
  const work: Work = { ...transaction, clock: fixedClock(due.now) };
  const invoices = await claimDueCollections(work.tx, { ...due, limit: MOST_AT_ONCE });
  if (invoices.length === 0) return 0;
  const settings = await getPaymentSettings(work.tx);
  for (const [place, invoice] of invoices.entries()) {
    const step = async () => ({ isEnd: await takeStep(work, invoice, settings, transaction.clock.now()) });
    const outcome = await inSavepoint(work, step);
    if (!("failure" in outcome)) {
      if (outcome.isEnd) return place + 1;
      continue;
    }
    const failure = outcome.failure instanceof Error ? outcome.failure.message : String(outcome.failure);
    await stopCollection(work, invoice);
    await notify(work, "invoice.failed", invoice.id, { invoiceId: invoice.id, failure });
  }
  return invoices.length;
}

/** Returns whether this step ended dunning, with its outcome. */
async function takeStep(
  work: Work,
  invoice: InvoiceRow,
  settings: PaymentSettingsRow,
  systemNow: string,
): Promise<boolean> {
  const collection = await findCollection(work.tx, invoice.id);
  if (collection === undefined) return false;
  if (!isCollectable(invoice)) {
    await stopCollection(work, invoice);
    return false;
  }
  const now = work.clock.now();
  const isDue = (at: string | null): boolean => at !== null && at <= now;
  let next: CollectionRow = { ...collection, updatedAt: now };
  if (isDue(next.reminderAt)) next = await remind(work, invoice, next, settings);
  if (isDue(next.attemptAt)) next = await attemptPayment(work, { invoice, collection: next, settings, systemNow });
  if (isDue(next.outcomeAt) && (await findOpenPayment(work.tx, invoice.id)) !== undefined) {
    // The customer may still pay it.
    next = { ...next, outcomeAt: secondsLater(now, DAY_SECONDS) };
  }
  const isEnd = isDue(next.outcomeAt);
  if (isEnd) {
    await takeOutcome(work, invoice, settings);
    next = { ...next, attemptAt: null, reminderAt: null, outcomeAt: null };
  }
  await saveCollection(work.tx, next);
  return isEnd;
}

/** Sends a reminder: a notification, and a mail if the subscription's settings allow it. */
async function remind(
  work: Work,
  invoice: InvoiceRow,
  collection: CollectionRow,
  settings: PaymentSettingsRow,
): Promise<CollectionRow> {
  const reminders = collection.reminders + 1;
  const shown = toInvoice(invoice, await findInvoiceLines(work.tx, [invoice.id]));
  await audit(work, {
    action: "invoice.reminded",
    objectId: invoice.id,
    before: { reminders: collection.reminders },
    after: { reminders },
  });
  await notify(work, "invoice.reminder", invoice.id, shown);
  await queueMail(work, { kind: "overdue", invoiceId: invoice.id, occasion: `dunning ${reminders}` });
  return { ...collection, reminders, reminderAt: reminderAfter(reminders, invoice, settings) };
}

/** Applies the configured outcome at the end of dunning. If only the subscription ends, the invoice is still owed. */
async function takeOutcome(work: Work, invoice: InvoiceRow, { dunningOutcome }: PaymentSettingsRow): Promise<void> {
  switch (dunningOutcome) {
    case "none":
      return;
    case "uncollectible":
      await giveUpOn(work, invoice);
      return;
    case "cancel_subscription": {
      const [subscription] = await findSubscriptionsById(work.tx, [invoice.subscriptionId ?? ""]);
      if (subscription?.status !== "active" || subscription.cancelsOn !== null) return;
      const reasonDescription = `Invoice ${invoice.number ?? invoice.id} was not paid.`;
      await cancelRunning(work, subscription.id, { reason: "other", reasonDescription, effective: "now" });
    }
  }
}
