import type { Decimal } from "@counterfoil/engine";
import type { EntitlementReservation } from "@counterfoil/storage";
import { DomainError, type Fault } from "../errors/index.ts";
import type { Position, Refusal, ShownQuantity } from "./position.ts";

/** Asks whether an account may use a quantity of a feature, and reserves or settles in the same call. */
export interface CheckInput {
  /** A decimal. Default: 1. */
  quantity?: string;
  /** If allowed, holds the quantity until it is settled or expires. */
  reserve?: boolean;
  expiresInSeconds?: number;
  /** The caller's ID of the reservation. A repeated call with the same ID reserves nothing new. */
  uniqueId?: string;
  /** The real cost of work that was reserved before. */
  settle?: { reservationId: string; quantity: string };
}

/** The result of a check. */
export interface CheckAnswer extends ShownQuantity {
  allowed: boolean;
  /** Null if it is allowed. */
  reason: Refusal | null;
  /** The ID of the new reservation. Null if nothing was reserved. */
  reservationId: string | null;
}

/** A check that writes. */
export interface WritingCheck {
  readonly position: Position;
  readonly quantity: Decimal;
  readonly reserve: Reserving | null;
  readonly settle: Settling | null;
}

export interface Reserving {
  /** The ID of the reservation if it is made. */
  readonly id: string;
  readonly uniqueId: string | null;
  readonly expiresAt: string;
}

export interface Settling {
  readonly reservationId: string;
  /** The period in which the reservation was made. Its cost counts in this period. */
  readonly period: string;
  readonly quantity: Decimal;
}

/** The fault of settling something that is not a reservation of this feature for this account. */
export function unknownReservation(id: string): Fault {
  const detail = `This account has no reservation ${JSON.stringify(id)} for this feature.`;
  return { pointer: "/settle/reservationId", code: "unknown_reservation", detail };
}

/** A reservation is settled once. The same quantity again is a retry, another quantity is a mistake. */
export function alreadySettled({ id, settledQuantity }: EntitlementReservation): DomainError {
  const detail = `The reservation ${id} is already settled with the quantity ${settledQuantity ?? "0"}.`;
  return new DomainError("state_conflict", detail, [{ pointer: "/settle/quantity", code: "already_settled", detail }]);
}

/** A caller's ID identifies one reservation of one quantity. */
export function uniqueIdTaken({ id, quantity }: EntitlementReservation): DomainError {
  const detail = `The uniqueId is already used by the reservation ${id} of ${quantity}. Choose a new one.`;
  return new DomainError("state_conflict", detail, [{ pointer: "/uniqueId", code: "unique_id_taken", detail }]);
}
