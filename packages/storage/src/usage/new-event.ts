import type { UsageEvent } from "./usage-store.ts";

/** An event with the sequence from which it counts. */
export type NewEvent = Omit<UsageEvent, "contentHash"> & {
  readonly sequence: number;
  /** Its timestamp in milliseconds since 1970. */
  readonly at: number;
};
