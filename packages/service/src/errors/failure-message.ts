/** The message of a failure, as stored for the person who has to act on it. */
export function failureMessage(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure);
}
