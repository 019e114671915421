import type { Actor } from "../context.ts";
import { DomainError } from "../errors/index.ts";

/**
 * Only an owner who is signed in makes and unmakes owners: no other person does, and no key, however much it may do. The operator's
 * commands may, for they make the first one (R-USER-1).
 */
export function refuseOwnerBy(actor: Actor, owners: readonly string[]): void {
  if (actor.type === "command") return;
  if (actor.type === "person" && owners.includes(actor.id)) return;
  throw new DomainError("insufficient_scope", "Only an owner who is signed in makes and unmakes owners.");
}

/** One owner stays. */
export function refuseLastOwner(owners: readonly string[]): void {
  if (owners.length > 1) return;
  throw new DomainError("state_conflict", "The last owner stays: make somebody else an owner first.");
}
