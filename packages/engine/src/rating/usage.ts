import type { Decimal } from "../decimal/decimal.ts";

/** The metered usage of one price in one period. */
export interface Usage {
  /** Q: what the price's metrics measured, added up (R-RATE-4). May be negative; it is then rated as 0 (R-RATE-3). */
  readonly quantity: Decimal;
  /** How many events were counted. Only `volume_percentage` charges by it. */
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
