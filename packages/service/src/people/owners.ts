import type { Actor } from "../context.ts";
import { DomainError } from "../errors/index.ts";

/**
 * Only a signed-in owner can add or remove owners: no other person can, and no key with any scopes. Operator commands
 * can, because they create the first owner (R-USER-1).
 */
export function refuseOwnerBy(actor: Actor, owners: readonly string[]): void {
  if (actor.type === "command") return;
  if (actor.type === "person" && owners.includes(actor.id)) return;
  throw new DomainError("insufficient_scope", "Only a signed-in owner can add or remove owners.");
}

/** At least one owner must stay. */
export function refuseLastOwner(owners: readonly string[]): void {
  if (owners.length > 1) return;
  throw new DomainError("state_conflict", "The last owner cannot be removed. Make another person an owner first.");
}
