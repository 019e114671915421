/** The source of the current time. This is the only file that reads the system's time (R-TIME-4). */
export interface Clock {
  /** The current instant, ISO 8601 in UTC with milliseconds. */
  now(): string;
}

export const systemClock: Clock = { now: () => new Date().toISOString() };

/** A clock that always returns one instant. Use cases get it when they act for an account on a test clock. */
export function fixedClock(instant: string): Clock {
  return { now: () => instant };
}
