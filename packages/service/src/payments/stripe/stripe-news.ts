import { instantText } from "@counterfoil/engine";
import Stripe from "stripe";
import { Temporal } from "temporal-polyfill";
import type { ProviderNews } from "../provider.ts";

/** Parses a webhook from Stripe. Undefined if its signature is wrong, or older than the SDK allows. */
export function readStripeNews(
  stripe: Stripe,
  text: string,
  signature: string,
  secret: string | null,
): ProviderNews | undefined {
  if (secret === null) return undefined;
  try {
    return newsOf(stripe.webhooks.constructEvent(text, signature, secret));
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError)
      return undefined;
    throw error;
  }
}

/** Only the ID of the object is taken from an event: events can be late, repeated, or out of order. */
function newsOf(event: Stripe.Event): ProviderNews {
  switch (event.type) {
    case "payment_intent.succeeded":
    case "payment_intent.payment_failed":
    case "payment_intent.processing":
    case "payment_intent.requires_action":
    case "payment_intent.canceled":
      return { kind: "payment", providerPaymentId: event.data.object.id };
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
    case "charge.refund.updated":
      return { kind: "refund", providerRefundId: event.data.object.id };
    case "setup_intent.succeeded": {
      const { customer, payment_method: method } = event.data.object;
      const [customerId, paymentMethodId] = [idOf(customer), idOf(method)];
      if (customerId === undefined || paymentMethodId === undefined) return { kind: "other" };
      return { kind: "payment_method", customerId, paymentMethodId, leftAt: instantOf(event.created) };
    }
    default:
      return { kind: "other" };
  }
}

function instantOf(seconds: number): string {
  return instantText(Temporal.Instant.fromEpochMilliseconds(seconds * 1_000));
}

function idOf(reference: string | { id: string } | null): string | undefined {
  return reference === null ? undefined : typeof reference === "string" ? reference : reference.id;
}
