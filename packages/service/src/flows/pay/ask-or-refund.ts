import { Decimal } from "@counterfoil/engine";
import { type Claimed, findPayment, type RefundRow } from "@counterfoil/storage";
import { type Context, read } from "../../context.ts";
import {
  OutcomeUnknown,
  orUnknown,
  type PaymentProvider,
  ProviderRefusal,
  type RefundRequest,
} from "../../payments/index.ts";
import type { RefundOutcome } from "./settle-refund.ts";

/** Makes one call about a refund: asks for its status if it may have been sent before, and otherwise sends it. */
export async function askOrRefund(
  context: Context,
  provider: PaymentProvider | undefined,
  refund: Claimed<RefundRow>,
): Promise<RefundOutcome> {
  const payment = await read(context, (tx) => findPayment(tx, refund.paymentId));
  const providerPaymentId = payment?.providerPaymentId ?? null;
  if (provider === undefined || payment === undefined || providerPaymentId === null) throw new OutcomeUnknown();
  const { id: refundId, providerRefundId, wasTried } = refund;
  const request: RefundRequest = {
    refundId,
    providerPaymentId,
    amount: Decimal.of(refund.amount),
    currency: payment.currency,
  };
  const found = await orUnknown(async () => {
    if (providerRefundId !== null) return provider.getRefund(providerRefundId);
    return wasTried ? provider.findRefund(request) : undefined;
  });
  if (found !== undefined) return { kind: "known", refund: found };
  try {
    return { kind: "known", refund: await provider.refund(request) };
  } catch (error) {
    if (error instanceof ProviderRefusal) return { kind: "failed", reason: error.failure.reason };
    throw error;
  }
}
