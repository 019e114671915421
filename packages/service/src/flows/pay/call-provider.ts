import {
  type Called,
  claimPaymentsToCall,
  claimRefundsToCall,
  findPayment,
  findRefund,
  type PaymentRow,
  type RefundRow,
  updatePayment,
  updateRefund,
} from "@counterfoil/storage";
import { type Context, transact } from "../../context.ts";
import { askOrPay } from "./ask-or-pay.ts";
import { askOrRefund } from "./ask-or-refund.ts";
import {
  CALL_MILLISECONDS,
  findProvider,
  later,
  OutcomeUnknown,
  type PaymentProvider,
  ProviderRefusal,
  RETRY_MILLISECONDS,
} from "../../payments/index.ts";
import { settlePayment } from "./settle-payment.ts";
import { settleRefund } from "./settle-refund.ts";

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

/** Calls about one payment and records the answer; where there is none, it is asked again after a while. */
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
    const again = { callAt: later(context.clock.now(), RETRY_MILLISECONDS), failureReason: reasonOf(error) };
    await transact(context, async ({ tx }) => {
      const row = await findPayment(tx, payment.id, "for no key update");
      if (row?.status === payment.status) await updatePayment(tx, { ...row, ...again });
    });
    return payment;
  }
}

/** A payment that counts as failed is not to be paid later by a browser that still shows it. */
export async function closeFailed(provider: PaymentProvider | undefined, payment: PaymentRow): Promise<void> {
  if (payment.status !== "failed" || !payment.isAutomatic || payment.providerPaymentId === null) return;
  try {
    await provider?.cancelPayment(payment.providerPaymentId);
  } catch (error) {
    // Nobody was given the means to pay it, and should it be paid all the same, the provider tells and it is counted.
    if (!(error instanceof OutcomeUnknown) && !(error instanceof ProviderRefusal)) throw error;
  }
}

/** The same about one refund. News of it may have come before the call ended: what they said stays. */
async function callAboutRefund(
  context: Context,
  provider: PaymentProvider | undefined,
  refund: Called<RefundRow>,
): Promise<void> {
  try {
    await settleRefund(context, refund.id, await askOrRefund(context, provider, refund));
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) throw error;
    const again = { callAt: later(context.clock.now(), RETRY_MILLISECONDS), failureReason: reasonOf(error) };
    await transact(context, async ({ tx }) => {
      const row = await findRefund(tx, refund.id, "for no key update");
      if (row?.status === refund.status) await updateRefund(tx, { ...row, ...again });
    });
  }
}

function reasonOf(error: OutcomeUnknown): string {
  return error.cause instanceof Error ? error.cause.message : error.message;
}
