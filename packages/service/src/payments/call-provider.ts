import { Decimal } from "@counterfoil/engine";
import {
  type Called,
  claimPaymentsToCall,
  claimRefundsToCall,
  findInvoices,
  findPayment,
  type PaymentRow,
  type RefundRow,
  updatePayment,
  updateRefund,
} from "@counterfoil/storage";
import { type Context, read, transact } from "../context.ts";
import { CALL_MILLISECONDS, DAY_MILLISECONDS, isKeyRemembered, later, RETRY_MILLISECONDS } from "./call-times.ts";
import { findOrMakeCustomer } from "./find-customer.ts";
import { findProvider } from "./find-provider.ts";
import { OutcomeUnknown, type PaymentProvider, ProviderRefusal, type RefundRequest } from "./provider.ts";
import { type PaymentOutcome, settlePayment } from "./settle-payment.ts";
import { type RefundOutcome, settleRefund } from "./settle-refund.ts";

/** Calls at once: enough that a slow provider does not hold up the others, few enough not to be taken for an attack. */
const AT_ONCE = 8;

/**
 * Calls the provider about the payments and refunds of the organization that wait for it, and records what it answers. The
 * intent is committed before and the outcome after: nothing is called inside a transaction. Answers how many were called.
 */
export async function callProvider(
  context: Context,
  onFailure: (error: unknown) => void = () => undefined,
): Promise<number> {
  const now = context.clock.now();
  const claim = { now, until: later(now, CALL_MILLISECONDS), limit: AT_ONCE };
  const [payments, refunds] = await transact(context, async ({ tx }) => [
    await claimPaymentsToCall(tx, claim),
    await claimRefundsToCall(tx, claim),
  ]);
  if (payments.length + refunds.length === 0) return 0;
  const provider = await findProvider(context);
  const calls = [
    ...payments.map((payment) => callAboutPayment(context, provider, payment)),
    ...refunds.map((refund) => callAboutRefund(context, provider, refund)),
  ];
  for (const outcome of await Promise.allSettled(calls)) if (outcome.status === "rejected") onFailure(outcome.reason);
  return calls.length;
}

/** One payment: asks what became of it if it may have been called before, and pays it otherwise. */
export async function callAboutPayment(
  context: Context,
  provider: PaymentProvider | undefined,
  payment: Called<PaymentRow>,
): Promise<PaymentRow> {
  try {
    const settled = await settlePayment(context, payment.id, await askOrPay(context, provider, payment));
    await closeFailed(provider, settled);
    return settled;
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) throw error;
    const callAt = later(context.clock.now(), RETRY_MILLISECONDS);
    await transact(context, async ({ tx }) => {
      const row = await findPayment(tx, payment.id, "for update");
      if (row?.callAt === null || row === undefined) return;
      await updatePayment(tx, { ...row, callAt, failureReason: reasonOf(error) });
    });
    return payment;
  }
}

/** A payment that counts as failed is not to be paid later by a browser that still shows it. */
async function closeFailed(provider: PaymentProvider | undefined, payment: PaymentRow): Promise<void> {
  if (payment.status !== "failed" || !payment.isAutomatic || payment.providerPaymentId === null) return;
  try {
    await provider?.cancelPayment(payment.providerPaymentId);
  } catch (error) {
    // Nobody was given the means to pay it, and should it be paid all the same, the provider tells and it is counted.
    if (!(error instanceof OutcomeUnknown) && !(error instanceof ProviderRefusal)) throw error;
  }
}

async function askOrPay(
  context: Context,
  provider: PaymentProvider | undefined,
  payment: Called<PaymentRow>,
): Promise<PaymentOutcome> {
  if (provider === undefined) return withoutProvider(payment);
  if (payment.providerPaymentId !== null) return ask(context, provider, payment, payment.providerPaymentId);
  const calledAt = payment.calledAt ?? context.clock.now();
  try {
    const { customerId } = await findOrMakeCustomer(context, provider, payment.accountId);
    if (payment.calledBefore !== null) {
      const found = await provider.findPayment(customerId, payment.id, calledAt);
      if (found !== undefined) return { kind: "known", payment: found };
      if (!isKeyRemembered(calledAt, context.clock.now())) {
        return failed("not_received", "The payment never reached the provider.");
      }
    }
    const [invoice] = await read(context, (tx) => findInvoices(tx, [payment.invoiceId]));
    const { id: paymentId, invoiceId, currency, paymentMethodId } = payment;
    const description = invoice?.number ?? invoiceId;
    const amount = Decimal.of(payment.amount);
    const request = { paymentId, invoiceId, description, amount, currency, customerId, paymentMethodId };
    return { kind: "known", payment: await provider.pay(request) };
  } catch (error) {
    if (error instanceof ProviderRefusal) return { kind: "failed", failure: error.failure };
    throw error;
  }
}

async function ask(
  context: Context,
  provider: PaymentProvider,
  { calledAt }: PaymentRow,
  providerPaymentId: string,
): Promise<PaymentOutcome> {
  try {
    const payment = await provider.getPayment(providerPaymentId);
    const now = context.clock.now();
    const isAbandoned = payment.status === "requires_action" && later(calledAt ?? now, DAY_MILLISECONDS) < now;
    return { kind: "known", payment: isAbandoned ? await provider.cancelPayment(providerPaymentId) : payment };
  } catch (error) {
    // Not to be told of a payment that exists (another key, another account of the provider) says nothing about it.
    throw error instanceof ProviderRefusal ? new OutcomeUnknown({ cause: error }) : error;
  }
}

/** The organization has no provider any more. What was never called is off; what was is asked when there is one again. */
function withoutProvider(payment: Called<PaymentRow>): PaymentOutcome {
  if (payment.calledBefore !== null) throw new OutcomeUnknown();
  return failed("no_provider", "The organization has no payment provider any more.");
}

function failed(code: string, reason: string): PaymentOutcome {
  return { kind: "failed", failure: { code, reason } };
}

async function callAboutRefund(
  context: Context,
  provider: PaymentProvider | undefined,
  refund: Called<RefundRow>,
): Promise<void> {
  try {
    await settleRefund(context, refund.id, await askOrRefund(context, provider, refund));
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) throw error;
    const callAt = later(context.clock.now(), RETRY_MILLISECONDS);
    const { calledBefore: _calledBefore, ...row } = refund;
    await transact(context, ({ tx }) => updateRefund(tx, { ...row, callAt, failureReason: reasonOf(error) }));
  }
}

async function askOrRefund(
  context: Context,
  provider: PaymentProvider | undefined,
  refund: Called<RefundRow>,
): Promise<RefundOutcome> {
  const payment = await read(context, (tx) => findPayment(tx, refund.paymentId));
  const providerPaymentId = payment?.providerPaymentId ?? null;
  if (provider === undefined || payment === undefined || providerPaymentId === null) throw new OutcomeUnknown();
  if (refund.providerRefundId !== null) {
    return { kind: "known", refund: await provider.getRefund(refund.providerRefundId) };
  }
  const request: RefundRequest = {
    refundId: refund.id,
    providerPaymentId,
    amount: Decimal.of(refund.amount),
    currency: payment.currency,
  };
  try {
    if (refund.calledBefore !== null) {
      const found = await provider.findRefund(request);
      if (found !== undefined) return { kind: "known", refund: found };
    }
    return { kind: "known", refund: await provider.refund(request) };
  } catch (error) {
    if (error instanceof ProviderRefusal) return { kind: "failed", reason: error.failure.reason };
    throw error;
  }
}

function reasonOf(error: OutcomeUnknown): string {
  return error.cause instanceof Error ? error.cause.message : error.message;
}
