import type { Decimal } from "../../decimal/decimal.ts";

/** What every aggregate stores in addition to the state of its method. */
export interface Counted {
  /** Events that were counted. */
  readonly eventCount: number;
  /** Events whose property is missing, or not numeric although the method needs a number. They are not counted. */
  readonly skipped: number;
}

/** A sample with a numeric value. */
export interface NumericSample {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly at: number;
  readonly sequence: number;
  readonly value: Decimal;
}

/** A mean has this many decimals, rounded half away from zero (R-MET-1). */
export const meanScale = 18;
