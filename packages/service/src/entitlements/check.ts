import type { Decimal } from "@counterfoil/engine";
import type { EntitlementReservation } from "@counterfoil/storage";
import { DomainError, type Fault } from "../errors/index.ts";
import type { Position, Refusal, ShownQuantity } from "./position.ts";

/** Asks whether an account may use so much of a feature, and reserves or settles it in the same call. */
export interface CheckInput {
  /** A decimal; 1 when left out. */
  quantity?: string;
  /** Holds the quantity back when it is allowed, until it is settled or expires. */
  reserve?: boolean;
  expiresInSeconds?: number;
  /** The caller's id of the reservation: the same call sent again reserves nothing anew. */
  uniqueId?: string;
  /** The real cost of work that was reserved before. */
  settle?: { reservationId: string; quantity: string };
}

/** The answer to a check. */
export interface CheckAnswer extends ShownQuantity {
  allowed: boolean;
  /** Null when it is allowed. */
  reason: Refusal | null;
  /** What the quantity was reserved as; null when nothing was reserved. */
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
  /** The id that the reservation gets if it is made. */
  readonly id: string;
  readonly uniqueId: string | null;
  readonly expiresAt: string;
}

export interface Settling {
  readonly reservationId: string;
  /** The period in which the reservation was made, which is the one that its cost counts in. */
  readonly period: string;
  readonly quantity: Decimal;
}

/** What is settled has to be a reservation of this feature for this account. */
export function unknownReservation(id: string): Fault {
  const detail = `There is no reservation ${JSON.stringify(id)} of this feature for this account.`;
  return { pointer: "/settle/reservationId", code: "unknown_reservation", detail };
}

/** A reservation is settled once; the same quantity again is a retry, another one is a mistake. */
export function alreadySettled({ id, settledQuantity }: EntitlementReservation): DomainError {
  const detail = `The reservation ${id} was settled with ${settledQuantity ?? "nothing"}.`;
  return new DomainError("state_conflict", detail, [{ pointer: "/settle/quantity", code: "already_settled", detail }]);
}

/** A caller's id stands for one reservation of one quantity. */
export function uniqueIdTaken({ id, quantity }: EntitlementReservation): DomainError {
  const detail = `The uniqueId was used for the reservation ${id} of ${quantity}.`;
  return new DomainError("state_conflict", detail, [{ pointer: "/uniqueId", code: "unique_id_taken", detail }]);
}
