/** Other spellings of types that clients of other billing services subscribe to. */
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ["subscription.cancelled", "subscription.canceled"],
  ["subscription.cancellation_scheduled", "subscription.cancelation_scheduled"],
]);
const CREDITS_OF_ACCOUNT = /^account\.credits\./;

/** Our name of a notification type or prefix: `account.credits.granted` is `credit.granted`. */
export function ownEventType(pattern: string): string {
  return SPELLINGS.get(pattern) ?? pattern.replace(CREDITS_OF_ACCOUNT, "credit.");
}

/** Our names, each once. */
export function ownEventTypes(patterns: readonly string[]): string[] {
  return [...new Set(patterns.map(ownEventType))];
}
