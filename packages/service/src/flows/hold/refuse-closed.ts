import type { CreditHoldRow } from "@counterfoil/storage";
import { DomainError } from "../../errors/index.ts";

/**
 * Refuses a hold that no longer holds anything (409).
 * @param ifSettled what the caller should know if the hold was settled
 */
export function refuseClosed(
  { id, state, expiresAt, closedAt }: Pick<CreditHoldRow, "id" | "state" | "expiresAt" | "closedAt">,
  ifSettled: string,
): void {
  switch (state) {
    case "open":
      return;
    case "expired":
      throw new DomainError(
        "state_conflict",
        `The hold ${id} expired at ${expiresAt} and holds nothing. Send what happened with POST /events.`,
      );
    case "settled":
      throw new DomainError("state_conflict", `The hold ${id} was settled at ${closedAt}. ${ifSettled}`);
    case "released":
      throw new DomainError("state_conflict", `The hold ${id} was released. Send what happened with POST /events.`);
  }
}
