import { Decimal } from "@counterfoil/engine";
import { type Called, findPayment, type RefundRow } from "@counterfoil/storage";
import { type Context, read } from "../../context.ts";
import {
  OutcomeUnknown,
  orUnknown,
  type PaymentProvider,
  ProviderRefusal,
  type RefundRequest,
} from "../../payments/index.ts";
import type { RefundOutcome } from "./settle-refund.ts";

/** One call about a refund: asks what became of it if it may have been called before, and refunds otherwise. */
export async function askOrRefund(
  context: Context,
  provider: PaymentProvider | undefined,
  refund: Called<RefundRow>,
): Promise<RefundOutcome> {
  const payment = await read(context, (tx) => findPayment(tx, refund.paymentId));
  const providerPaymentId = payment?.providerPaymentId ?? null;
  if (provider === undefined || payment === undefined || providerPaymentId === null) throw new OutcomeUnknown();
  const { id: refundId, providerRefundId, calledBefore } = refund;
  const request: RefundRequest = {
    refundId,
    providerPaymentId,
    amount: Decimal.of(refund.amount),
    currency: payment.currency,
  };
  const found = await orUnknown(async () => {
    if (providerRefundId !== null) return provider.getRefund(providerRefundId);
    return calledBefore === null ? undefined : provider.findRefund(request);
  });
  if (found !== undefined) return { kind: "known", refund: found };
  try {
    return { kind: "known", refund: await provider.refund(request) };
  } catch (error) {
    if (error instanceof ProviderRefusal) return { kind: "failed", reason: error.failure.reason };
    throw error;
  }
}
