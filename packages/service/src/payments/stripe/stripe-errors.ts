import Stripe from "stripe";
import { OutcomeUnknown, ProviderRefusal } from "../provider.ts";

/**
 * Translates an error of the SDK. It is a refusal only if Stripe understood the request and states that it did nothing.
 * No answer, a 5xx, a 429 or a wrong key say nothing about an earlier attempt that may have succeeded.
 */
export function translateStripeError(error: unknown): unknown {
  if (error instanceof ProviderRefusal || error instanceof OutcomeUnknown) return error;
  if (error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError) {
    if (error.statusCode === 409) return new OutcomeUnknown({ cause: error });
    const isOfCustomer = error.code === "resource_missing" && error.param === "customer";
    return new ProviderRefusal(
      { code: error.code ?? error.type, reason: error.message },
      { cause: error, isOfCustomer },
    );
  }
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const { StripeAuthenticationError, StripePermissionError } = Stripe.errors;
  const refusesKey = error instanceof StripeAuthenticationError || error instanceof StripePermissionError;
  return new OutcomeUnknown({ cause: error, refusesKey });
}
