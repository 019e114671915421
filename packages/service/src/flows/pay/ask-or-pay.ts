import { Decimal } from "@counterfoil/engine";
import {
  type Claimed,
  findInvoices,
  findPaymentCustomer,
  type InvoiceRow,
  type PaymentRow,
} from "@counterfoil/storage";
import { type Context, read } from "../../context.ts";
import { amountDue } from "../../invoices/index.ts";
import { secondsLater } from "../../outbox/index.ts";
import {
  DAY_SECONDS,
  findOrMakeCustomer,
  forgetUnknown,
  isKeyRemembered,
  orUnknown,
  OutcomeUnknown,
  type PaymentProvider,
  ProviderRefusal,
} from "../../payments/index.ts";
import type { PaymentOutcome } from "./settle-payment.ts";

/**
 * One call about a payment: asks what became of it if it may have been called before, and pays it otherwise, unless its invoice
 * asks for less by now.
 */
export async function askOrPay(
  context: Context,
  provider: PaymentProvider | undefined,
  payment: Claimed<PaymentRow>,
): Promise<PaymentOutcome> {
  if (provider === undefined) return withoutProvider(payment);
  if (payment.providerPaymentId !== null) return ask(context, provider, payment, payment.providerPaymentId);
  const known = payment.wasTried ? await findCalled(context, provider, payment) : undefined;
  if (known !== undefined) return known;
  const invoice = await findInvoice(context, payment);
  return isAskedFor(invoice, payment) ? pay(context, provider, payment, invoice) : { kind: "withdrawn" };
}

/** What became of a call whose answer was lost; undefined where it can be made again under its key. */
async function findCalled(
  context: Context,
  provider: PaymentProvider,
  payment: PaymentRow,
): Promise<PaymentOutcome | undefined> {
  const now = context.clock.now();
  const calledAt = payment.calledAt ?? now;
  const customer = await read(context, (tx) => findPaymentCustomer(tx, payment.accountId, provider.name));
  // Before its customer nothing is paid.
  const found = customer && (await orUnknown(() => provider.findPayment(customer.customerId, payment.id, calledAt)));
  if (found !== undefined) return { kind: "known", payment: found };
  return isKeyRemembered(calledAt, now) ? undefined : failed("not_received", "The payment never reached the provider.");
}

async function pay(
  context: Context,
  provider: PaymentProvider,
  payment: PaymentRow,
  invoice: InvoiceRow,
): Promise<PaymentOutcome> {
  const { id: paymentId, invoiceId, accountId, currency, paymentMethodId } = payment;
  const description = invoice.number ?? invoiceId;
  const amount = Decimal.of(payment.amount);
  const request = { paymentId, invoiceId, description, amount, currency, paymentMethodId };
  let customerId: string | undefined;
  try {
    customerId = await findOrMakeCustomer(context, provider, accountId);
    return { kind: "known", payment: await provider.pay({ ...request, customerId }) };
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error;
    // A customer with a method stays known: with other keys, or the earlier ones again, it may be the right one.
    if (customerId !== undefined && paymentMethodId === null) await forgetUnknown(context, provider, customerId, error);
    return { kind: "failed", failure: error.failure };
  }
}

/** A page that nobody came back to for a day is closed, and one of what is not asked for any more at once. */
function ask(
  context: Context,
  provider: PaymentProvider,
  payment: PaymentRow,
  providerPaymentId: string,
): Promise<PaymentOutcome> {
  return orUnknown(async () => {
    const asked = await provider.getPayment(providerPaymentId);
    if (asked.status !== "requires_action") return { kind: "known", payment: asked };
    const now = context.clock.now();
    const isOver =
      secondsLater(payment.calledAt ?? now, DAY_SECONDS) < now ||
      !isAskedFor(await findInvoice(context, payment), payment);
    return { kind: "known", payment: isOver ? await provider.cancelPayment(providerPaymentId) : asked };
  });
}

async function findInvoice(context: Context, { id, invoiceId }: PaymentRow): Promise<InvoiceRow> {
  const [invoice] = await read(context, (tx) => findInvoices(tx, [invoiceId]));
  if (invoice === undefined) throw new Error(`payment ${id} has no invoice`);
  return invoice;
}

/** Whether the invoice asks for all of the payment still. What was given up on is paid by hand only. */
function isAskedFor(invoice: InvoiceRow, { amount, isAutomatic }: PaymentRow): boolean {
  const isGivenUp = invoice.status === "uncollectible" && isAutomatic;
  return !isGivenUp && amountDue(invoice).compare(Decimal.of(amount)) >= 0;
}

/** The organization has no provider any more. What was never called is off; what was is asked when there is one again. */
function withoutProvider(payment: Claimed<PaymentRow>): PaymentOutcome {
  if (payment.wasTried) throw new OutcomeUnknown();
  return failed("no_provider", "The organization has no payment provider any more.");
}

function failed(code: string, reason: string): PaymentOutcome {
  return { kind: "failed", failure: { code, reason } };
}
