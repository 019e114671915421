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
import { secondsLater } from "../../time.ts";
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
 * Makes one call about a payment. If the payment may have been sent before, asks the provider for its status. Otherwise
 * pays it, unless the amount due of its invoice is lower by now.
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

/** The status of a payment whose answer was lost. Undefined if the call can be repeated under its idempotency key. */
async function findCalled(
  context: Context,
  provider: PaymentProvider,
  payment: PaymentRow,
): Promise<PaymentOutcome | undefined> {
  const now = context.clock.now();
  const calledAt = payment.calledAt ?? now;
  const customer = await read(context, (tx) => findPaymentCustomer(tx, payment.accountId, provider.name));
  // Without a customer at the provider, nothing was paid.
  const found = customer && (await orUnknown(() => provider.findPayment(customer.customerId, payment.id, calledAt)));
  if (found !== undefined) return { kind: "known", payment: found };
  return isKeyRemembered(calledAt, now)
    ? undefined
    : failed("not_received", "The payment did not reach the payment provider.");
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
    // A customer with a payment method stays known: it may be valid under other provider keys, or after the earlier
    // keys are restored.
    if (customerId !== undefined && paymentMethodId === null) await forgetUnknown(context, provider, customerId, error);
    return { kind: "failed", failure: error.failure };
  }
}

/**
 * Asks for the status of a payment. A payment page that the customer left a day ago is closed. A page whose invoice no
 * longer asks for the amount is closed at once.
 */
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

/** Whether the full payment is still due on the invoice. A written-off invoice is never collected automatically. */
function isAskedFor(invoice: InvoiceRow, { amount, isAutomatic }: PaymentRow): boolean {
  const isGivenUp = invoice.status === "uncollectible" && isAutomatic;
  return !isGivenUp && amountDue(invoice).compare(Decimal.of(amount)) >= 0;
}

/**
 * The organization no longer has a provider. A payment that was never sent fails. A payment that was sent waits until
 * there is a provider to ask.
 */
function withoutProvider(payment: Claimed<PaymentRow>): PaymentOutcome {
  if (payment.wasTried) throw new OutcomeUnknown();
  return failed("no_provider", "The organization no longer has a payment provider.");
}

function failed(code: string, reason: string): PaymentOutcome {
  return { kind: "failed", failure: { code, reason } };
}
