/** The instant so many milliseconds after another. */
export function later(instant: string, milliseconds: number): string {
  return new Date(Date.parse(instant) + milliseconds).toISOString();
}

export const DAY_MILLISECONDS = 24 * 3_600_000;

/** How long whoever took up a call has for it before another asks: longer than all its calls may take together. */
export const CALL_MILLISECONDS = 180_000;

/** After how long the provider is asked again when it did not answer. */
export const RETRY_MILLISECONDS = 15_000;

/** For how long the provider is sure to remember a call by its key (Stripe: 24 hours), with room to spare. */
const KEY_MILLISECONDS = 23 * 3_600_000;

/** Whether a call of that instant can be repeated under its key without being done twice. */
export function isKeyRemembered(calledAt: string, now: string): boolean {
  return now < later(calledAt, KEY_MILLISECONDS);
}
