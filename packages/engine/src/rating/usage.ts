import type { Decimal } from "../decimal/decimal.ts";

/** The metered usage of one price in one period. */
export interface Usage {
  /**
   * Q: the sum of what the price's metrics measured (R-RATE-4). It may be negative, and is then rated as 0 (R-RATE-3).
   */
  readonly quantity: Decimal;
  /** The number of counted events. Only `volume_percentage` charges by it. */
  readonly eventCount: Decimal;
  /** The quantity of each combination of property values; a `matrix` price needs it. */
  readonly combinations?: readonly CombinationUsage[];
  /** The quantity of each metric, by metric id; an `expression` price needs those that it names. */
  readonly metrics?: Readonly<Record<string, Decimal>>;
}

export interface CombinationUsage {
  /** Property value by property name: `{region: "eu", size: "large"}`. */
  readonly values: Readonly<Record<string, string>>;
  readonly quantity: Decimal;
}
