/** Where "now" comes from. The only file that reads the system's time (R-TIME-4). */
export interface Clock {
  /** The present instant, ISO 8601 in UTC with milliseconds. */
  now(): string;
}

export const systemClock: Clock = { now: () => new Date().toISOString() };

/** A clock that stands at one instant: what a use case sees when it acts for an account on a test clock. */
export function fixedClock(instant: string): Clock {
  return { now: () => instant };
}
