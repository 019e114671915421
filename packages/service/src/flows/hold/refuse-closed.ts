import type { CreditHoldRow } from "@counterfoil/storage";
import { DomainError } from "../../errors/index.ts";

/** Refuses a hold that no longer holds anything (409). */
export function refuseClosed({ id, state, expiresAt }: Pick<CreditHoldRow, "id" | "state" | "expiresAt">): void {
  switch (state) {
    case "open":
      return;
    case "expired":
      throw new DomainError(
        "state_conflict",
        `The hold ${id} expired at ${expiresAt} and holds nothing. Send what happened with POST /events.`,
      );
    case "settled":
      throw new DomainError("state_conflict", `The hold ${id} was settled with other events.`);
    case "released":
      throw new DomainError("state_conflict", `The hold ${id} was released. Send what happened with POST /events.`);
  }
}
