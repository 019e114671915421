import type { TotalledEvent } from "./add-up.ts";

/** An event as it was at the sequence up to which events are read: voided or amended by then, or still counting. */
export interface EventOfAccount extends TotalledEvent {
  readonly hasEnded: boolean;
}

/** Which events of an account to read. */
export interface EventLimits {
  /** Events that began to count by then. Those that ended later still count. */
  readonly through: string;
  /** Milliseconds since 1970-01-01T00:00:00Z, half-open; null for no limit. */
  readonly start?: number | null;
  readonly end?: number | null;
}
