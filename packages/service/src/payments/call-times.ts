import { secondsLater } from "../outbox/index.ts";

export const DAY_SECONDS = 24 * 3_600;

/** For how long the provider is sure to remember a call by its key (Stripe: 24 hours), with room to spare. */
const KEY_SECONDS = 23 * 3_600;

/** Whether a call of that instant can be repeated under its key without being done twice. */
export function isKeyRemembered(calledAt: string, now: string): boolean {
  return now < secondsLater(calledAt, KEY_SECONDS);
}
