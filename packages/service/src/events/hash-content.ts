import { hash } from "node:crypto";
import type { CheckedEvent } from "./event.ts";

/** The content of an event, without its ID. */
export type EventContent = Pick<CheckedEvent, "account" | "eventName" | "timestamp" | "values">;

const HASH_DIGITS = 32;

/**
 * Hashes the content as it was sent, so that the same bytes are always a duplicate: the hash contains neither the time
 * that replaced a missing timestamp nor the account behind an alias. The order of members and the format of a JSON
 * number (1, 1.0) make no difference (R-EVT-3). The hash is stored with each ID, so its inputs never change.
 */
export function hashContent(
  { account, eventName, timestamp }: Pick<EventContent, "account" | "eventName" | "timestamp">,
  properties: string,
): string {
  return hash("sha256", JSON.stringify([account, eventName, timestamp]) + properties).slice(0, HASH_DIGITS);
}
