import { secondsLater } from "../time.ts";

export const DAY_SECONDS = 24 * 3_600;

/** How long the provider is certain to remember a call by its key, with a margin (Stripe: 24 hours). */
const KEY_SECONDS = 23 * 3_600;

/** Whether a call made at that instant can be repeated with its key without being executed twice. */
export function isKeyRemembered(calledAt: string, now: string): boolean {
  return now < secondsLater(calledAt, KEY_SECONDS);
}
