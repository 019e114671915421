import { hash } from "node:crypto";
import type { CheckedEvent } from "./event.ts";

/** What an event says, beside its id. */
export type EventContent = Pick<CheckedEvent, "account" | "eventName" | "timestamp" | "values">;

const HASH_DIGITS = 32;

/**
 * The content as it was sent, so that the same bytes are always a duplicate: neither what a missing timestamp became nor
 * the account that an alias came to mean is part of it. Order of members and the writing of a JSON number (1, 1.0) make no
 * difference (R-EVT-3). It is stored with each id: what goes into it never changes.
 */
export function hashContent(
  { account, eventName, timestamp }: Pick<EventContent, "account" | "eventName" | "timestamp">,
  properties: string,
): string {
  return hash("sha256", JSON.stringify([account, eventName, timestamp]) + properties).slice(0, HASH_DIGITS);
}
