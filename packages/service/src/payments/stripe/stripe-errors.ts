import Stripe from "stripe";
import { OutcomeUnknown, ProviderRefusal } from "../provider.ts";

/**
 * What an error of the SDK means. Only where Stripe understood the request and says that it did nothing is it a refusal; no
 * answer, a 5xx, a 429 or a wrong key say nothing about an earlier try that may have got through.
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
