import { hash } from "node:crypto";
import type { CheckedEvent } from "./event.ts";

/** The content of an event, without its ID. */
export type EventContent = Pick<CheckedEvent, "account" | "eventName" | "timestamp" | "values" | "cost">;

const HASH_DIGITS = 32;

/**
 * Hashes the content as it was sent, so that the same bytes are always a duplicate: the hash contains neither the time
 * that replaced a missing timestamp nor the account behind an alias. The order of members and the format of a JSON
 * number (1, 1.0) make no difference (R-EVT-3). The hash is stored with each ID, so its inputs never change. An event
 * without a cost has the hash that it had before events could have one.
 */
export function hashContent(
  { account, eventName, timestamp, cost }: Omit<EventContent, "values">,
  properties: string,
): string {
  const members = [account, eventName, timestamp];
  if (cost !== undefined) members.push(cost.amount.toCanonical(), cost.currency);
  return hash("sha256", JSON.stringify(members) + properties).slice(0, HASH_DIGITS);
}
