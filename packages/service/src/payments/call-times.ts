/** The instant so many milliseconds after another. */
export function later(instant: string, milliseconds: number): string {
  return new Date(Date.parse(instant) + milliseconds).toISOString();
}

export const DAY_MILLISECONDS = 24 * 3_600_000;

/** For how long the provider is sure to remember a call by its key (Stripe: 24 hours), with room to spare. */
const KEY_MILLISECONDS = 23 * 3_600_000;

/** Whether a call of that instant can be repeated under its key without being done twice. */
export function isKeyRemembered(calledAt: string, now: string): boolean {
  return now < later(calledAt, KEY_MILLISECONDS);
}
