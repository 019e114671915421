import {
  type CollectionRow,
  findOpenPayment,
  findPaymentCustomer,
  insertPayment,
  type InvoiceRow,
  type PaymentRow,
  type PaymentSettingsRow,
} from "@counterfoil/storage";
import type { Work } from "../../context.ts";
import { amountDue } from "../../invoices/index.ts";
import { secondsLater } from "../../time.ts";
import { DAY_SECONDS, planAfterFailure } from "../../payments/index.ts";
import { newPayment } from "./record-payment.ts";
import { tellSettled } from "./settle-payment.ts";

interface DueAttempt {
  readonly invoice: InvoiceRow;
  readonly collection: CollectionRow;
  readonly settings: PaymentSettingsRow;
  /** The time for calls to the provider, which are made at the system's time even for an account on a test clock. */
  readonly systemNow: string;
}

/**
 * Schedules the collection of an invoice's amount due from the account's payment method. The provider is called after
 * the commit. Without a payment method the attempt fails. Returns what is due next for the invoice.
 */
export async function attemptPayment(
  work: Work,
  { invoice, collection, settings, systemNow }: DueAttempt,
): Promise<CollectionRow> {
  const now = work.clock.now();
  const waiting = { ...collection, attemptAt: null, updatedAt: now };
  if (settings.provider === "manual") return waiting;
  // The customer is paying it on a page right now.
  if ((await findOpenPayment(work.tx, invoice.id)) !== undefined) {
    return { ...waiting, attemptAt: secondsLater(now, DAY_SECONDS) };
  }
  const customer = await findPaymentCustomer(work.tx, invoice.accountId, settings.provider);
  const begun: PaymentRow = {
    ...newPayment(work, invoice, amountDue(invoice)),
    method: customer?.paymentMethod?.type === "card" ? "card" : "other",
    provider: settings.provider,
    isAutomatic: true,
    paymentMethodId: customer?.paymentMethodId ?? null,
  };
  if (begun.paymentMethodId !== null) {
    const payment = { ...begun, nextAttemptAt: systemNow };
    await insertPayment(work.tx, payment);
    await tellSettled(work, null, payment);
    return waiting;
  }
  const failed: PaymentRow = {
    ...begun,
    status: "failed",
    failureCode: "no_payment_method",
    failureReason: "The account has no payment method.",
  };
  await insertPayment(work.tx, failed);
  await tellSettled(work, null, failed);
  return planAfterFailure(collection, invoice.timezone, settings, now);
}
