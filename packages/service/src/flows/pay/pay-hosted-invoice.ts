import { Decimal, formatAmount } from "@counterfoil/engine";
import { findOpenPayment, insertPayment, type PaymentRow } from "@counterfoil/storage";
import { type Context, read, transact } from "../../context.ts";
import { DomainError } from "../../errors/index.ts";
import { amountDue, lockInvoiceFor } from "../../invoices/index.ts";
import { RETRY_POLICIES } from "../../outbox/index.ts";
import { secondsLater } from "../../time.ts";
import {
  openLink,
  type PaymentProvider,
  type ProviderPayment,
  requireProvider,
  whileAsked,
} from "../../payments/index.ts";
import { callAboutPayment } from "./call-provider.ts";
import { newPayment } from "./record-payment.ts";
import { settlePayment, tellSettled } from "./settle-payment.ts";

/** What the customer's browser needs to pay an invoice in the provider's own form. */
export interface BegunPayment {
  paymentId: string;
  provider: string;
  publishableKey: string | null;
  clientSecret: string;
  amount: string;
  currency: string;
  status: PaymentRow["status"];
}

/**
 * Begins a payment of the full amount due of an invoice, by its link. A repeated call returns the payment already
 * begun, unless the amount due has changed: then that payment is closed and another begins. 409 while an automatic
 * payment is in progress.
 */
export async function payHostedInvoice(context: Context, token: string): Promise<BegunPayment> {
  const { invoiceId } = await openLink(context, token);
  return payOnPage(context, await requireProvider(context), invoiceId);
}

/** Begins a payment of the full amount due of an invoice while the customer is on a page, or returns the one begun. */
export function payOnPage(context: Context, provider: PaymentProvider, invoiceId: string): Promise<BegunPayment> {
  return whileAsked(async () => {
    const earlier = await read(context, (tx) => findOpenPayment(tx, invoiceId));
    if (earlier !== undefined) {
      const going = await goOn(context, provider, earlier);
      if (going !== undefined) return going;
    }
    const begun = await begin(context, provider, invoiceId);
    const called = await callAboutPayment(context, provider, { ...begun, wasTried: false });
    const { providerPaymentId } = called;
    if (providerPaymentId === null) throw notBegun(called);
    return shown(provider, called, await provider.getPayment(providerPaymentId));
  });
}

/** The error for a payment that the provider did not accept. */
function notBegun({ status, failureReason }: PaymentRow): DomainError {
  const reason = failureReason ?? "no reason given";
  if (status === "canceled") return new DomainError("state_conflict", reason);
  if (status === "failed")
    return new DomainError("state_conflict", `The payment provider declined the payment: ${reason}`);
  const detail = "The payment provider did not respond. Try again in a minute.";
  return new DomainError("provider_unavailable", detail);
}

/** Continues an open payment. Undefined if a new payment has to begin. */
async function goOn(context: Context, provider: PaymentProvider, open: PaymentRow): Promise<BegunPayment | undefined> {
  if (open.isAutomatic || open.status === "processing" || open.providerPaymentId === null) {
    const detail = "A payment of this invoice is in progress. If it fails, you can pay here.";
    throw new DomainError("state_conflict", detail);
  }
  const asked = await provider.getPayment(open.providerPaymentId);
  const settled = await settlePayment(context, open.id, { kind: "known", payment: asked });
  if (settled.status !== "requires_action") return undefined;
  const due = await transact(context, async (work) =>
    amountDue((await lockInvoiceFor(work, open.invoiceId, "pay")).invoice),
  );
  if (due.equals(Decimal.of(open.amount))) return shown(provider, settled, asked);
  const canceled = await provider.cancelPayment(open.providerPaymentId);
  await settlePayment(context, open.id, { kind: "known", payment: canceled });
  return undefined;
}

function begin(
  context: Context,
  provider: PaymentProvider,
  invoiceId: string,
): Promise<PaymentRow & { lockedUntil: string }> {
  return transact(context, async (transaction) => {
    const { work, invoice } = await lockInvoiceFor(transaction, invoiceId, "pay");
    if ((await findOpenPayment(work.tx, invoiceId)) !== undefined) {
      throw new DomainError(
        "state_conflict",
        "Another payment of this invoice was started at the same time. Try again.",
      );
    }
    const now = transaction.clock.now();
    // This request calls the provider. If the request dies, a worker calls after the lease ends.
    const lockedUntil = secondsLater(now, RETRY_POLICIES.paymentCalls.leaseSeconds);
    const payment = {
      ...newPayment(work, invoice, amountDue(invoice)),
      provider: provider.name,
      attempts: 1,
      nextAttemptAt: lockedUntil,
      lockedUntil,
      calledAt: now,
    };
    await insertPayment(work.tx, payment);
    await tellSettled(work, null, payment);
    return payment;
  });
}

function shown(provider: PaymentProvider, row: PaymentRow, { clientSecret }: ProviderPayment): BegunPayment {
  if (clientSecret === null) throw new Error(`payment ${row.id} has no client secret`);
  const { id: paymentId, currency, status } = row;
  const amount = formatAmount({ amount: Decimal.of(row.amount), currency });
  const { name, publishableKey } = provider;
  return { paymentId, provider: name, publishableKey, clientSecret, amount, currency, status };
}
