import { Decimal, formatAmount } from "@counterfoil/engine";
import { findOpenPayment, insertPayment, type PaymentRow } from "@counterfoil/storage";
import { type Context, read, transact } from "../../context.ts";
import { DomainError } from "../../errors/index.ts";
import { amountDue, lockInvoiceFor } from "../../invoices/index.ts";
import { RETRY_POLICIES, secondsLater } from "../../outbox/index.ts";
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

/** What the customer's browser needs to pay an invoice with the provider's own form. */
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
 * Begins a payment of all that an invoice asks for, by its link. Called again it answers the payment that is begun, unless what
 * is due has changed: then that one is closed and another begins. 409 while a payment is on its way by itself.
 */
export async function payHostedInvoice(context: Context, token: string): Promise<BegunPayment> {
  const { invoiceId } = await openLink(context, token);
  const provider = await requireProvider(context);
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

/** Why a payment that was called about is not known to the provider. */
function notBegun({ status, failureReason }: PaymentRow): DomainError {
  const reason = failureReason ?? "no reason given";
  if (status === "canceled") return new DomainError("state_conflict", reason);
  if (status === "failed") return new DomainError("state_conflict", `The payment provider declined: ${reason}`);
  const detail = "The payment provider did not respond. Try again in a minute.";
  return new DomainError("provider_unavailable", detail);
}

/** The payment that is open: what has become of it, or undefined where another is to begin. */
async function goOn(context: Context, provider: PaymentProvider, open: PaymentRow): Promise<BegunPayment | undefined> {
  if (open.isAutomatic || open.status === "processing" || open.providerPaymentId === null) {
    const detail =
      "A payment of the invoice is on its way; wait what becomes of it. It can be paid here if that fails.";
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
      throw new DomainError("state_conflict", "A payment of the invoice was begun at the same moment; ask again.");
    }
    const now = transaction.clock.now();
    // This request calls the provider. If it dies, a worker does after the lease.
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
