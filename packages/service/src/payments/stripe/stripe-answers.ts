import type { StoredPaymentMethod } from "@counterfoil/storage";
import type Stripe from "stripe";
import type { ProviderPayment, ProviderRefund } from "../provider.ts";

/** The metadata keys of our IDs on objects at Stripe. They are used to find an object whose answer was lost. */
export const PAYMENT_KEY = "counterfoil_payment";
export const REFUND_KEY = "counterfoil_refund";

const DIRECT_DEBITS = new Set(["sepa_debit", "us_bank_account", "bacs_debit", "au_becs_debit", "acss_debit"]);

export function toProviderPayment(intent: Stripe.PaymentIntent): ProviderPayment {
  const error = intent.last_payment_error;
  return {
    providerPaymentId: intent.id,
    status: paymentStatus(intent.status),
    // The error names a declined method, and the intent waits for another one.
    method: methodOf(intent.payment_method ?? error?.payment_method ?? null),
    failure:
      error === null
        ? null
        : {
            code: error.decline_code ?? error.code ?? "declined",
            reason: error.message ?? "The payment was declined.",
          },
    clientSecret: intent.client_secret,
    paymentId: intent.metadata[PAYMENT_KEY] ?? null,
  };
}

/** All other statuses of Stripe wait for the customer. */
function paymentStatus(status: Stripe.PaymentIntent.Status): ProviderPayment["status"] {
  switch (status) {
    case "succeeded":
      return "succeeded";
    case "processing":
      return "processing";
    case "canceled":
      return "canceled";
    default:
      return "requires_action";
  }
}

function methodOf(method: string | Stripe.PaymentMethod | null): ProviderPayment["method"] {
  if (method === null || typeof method === "string") return "other";
  if (method.type === "card") return "card";
  return DIRECT_DEBITS.has(method.type) ? "direct_debit" : "other";
}

export function toProviderRefund(refund: Stripe.Refund): ProviderRefund {
  const isOver = refund.status === "failed" || refund.status === "canceled";
  return {
    providerRefundId: refund.id,
    status: isOver ? "failed" : refund.status === "succeeded" ? "succeeded" : "processing",
    failureReason: isOver ? (refund.failure_reason ?? "The refund was canceled.") : null,
    refundId: refund.metadata?.[REFUND_KEY] ?? null,
  };
}

export function toStoredMethod(method: Stripe.PaymentMethod): StoredPaymentMethod {
  const { type, card, sepa_debit: sepa, us_bank_account: bank } = method;
  return {
    type,
    brand: card?.brand ?? bank?.bank_name ?? null,
    last4: card?.last4 ?? sepa?.last4 ?? bank?.last4 ?? null,
    expiryMonth: card?.exp_month ?? null,
    expiryYear: card?.exp_year ?? null,
  };
}
