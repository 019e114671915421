import { DomainError } from "../errors/index.ts";
import { OutcomeUnknown, ProviderRefusal } from "./provider.ts";

/** Calls the provider while a user waits. A refusal or a wrong key is a 409 with its reason, and no answer is a 503. */
export async function whileAsked<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ProviderRefusal) {
      throw new DomainError(
        "state_conflict",
        `The payment provider declined the request: ${error.failure.reason}`,
        [],
        {
          cause: error,
        },
      );
    }
    if (error instanceof OutcomeUnknown && error.refusesKey) {
      const detail = "The payment provider rejected the secret key. Set a valid key in the payment settings.";
      throw new DomainError("state_conflict", detail, [], { cause: error });
    }
    if (error instanceof OutcomeUnknown) {
      const detail = "The payment provider did not respond. Try again in a moment. Nothing is paid twice.";
      throw new DomainError("provider_unavailable", detail, [], { cause: error });
    }
    throw error;
  }
}
