/** What a failure says: kept beside what failed, for whoever has to act on it. */
export function failureMessage(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure);
}
