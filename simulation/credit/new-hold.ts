import type { Random } from "../random.ts";
import { type CreditEvent, type CreditRecord, dayAt } from "./records.ts";

/** A hold that is not sent yet. */
export interface NewHold {
  readonly currency: string;
  readonly events: readonly CreditEvent[];
  readonly expiresInSeconds: number;
  /** The request. */
  readonly body: { readonly uniqueId: string; readonly events: readonly object[]; readonly expiresInSeconds: number };
}

/** A hold for what a random contract sells now; undefined if it sells nothing. */
export function newHold(record: CreditRecord, random: Random, uniqueId: string): NewHold | undefined {
  const { start, sold, currency, pauses } = random.pick(record.contracts);
  const today = dayAt(record, record.now);
  // Nothing can be held for a paused contract.
  if (pauses.some(({ from, until }) => from <= today && today < until)) return undefined;
  const sells = sold.filter(({ from, until }) => from <= today && (until === null || today < until));
  if (start > today || sells.length === 0) return undefined;
  const events = Array.from({ length: random.integer(1, 2) }, (_, place) => ({
    uniqueId: `${uniqueId}-${place}`,
    eventName: random.pick(sells).price.eventName,
    at: record.now,
    quantity: random.integer(0, 60),
  }));
  const expiresInSeconds = random.integer(600, 400_000);
  const sent = events.map(({ eventName, quantity }) => ({ eventName, properties: { n: quantity } }));
  return { currency, events, expiresInSeconds, body: { uniqueId, events: sent, expiresInSeconds } };
}
