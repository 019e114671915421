import { DomainError } from "../errors/index.ts";
import { OutcomeUnknown, ProviderRefusal } from "./provider.ts";

/** Asks the provider while somebody waits: what it refuses is a 409 with its reason, as is a wrong key, and no answer a 503. */
export async function whileAsked<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ProviderRefusal) {
      throw new DomainError("state_conflict", `The payment provider refused: ${error.failure.reason}`, [], {
        cause: error,
      });
    }
    if (error instanceof OutcomeUnknown && error.refusesKey) {
      const detail = "The payment provider does not take the secret key. Put one that works into the payment settings.";
      throw new DomainError("state_conflict", detail, [], { cause: error });
    }
    if (error instanceof OutcomeUnknown) {
      const detail = "The payment provider does not answer. Try again in a moment; nothing is paid twice.";
      throw new DomainError("provider_unavailable", detail, [], { cause: error });
    }
    throw error;
  }
}
