import type { Decimal } from "../decimal/decimal.ts";

/**
 * The range of quantities that a tier covers: more than the tier before it, up to and including `maxUnits`. Only the
 * upper bounds decide (R-RATE-1); `minUnits` is kept as it was sent.
 */
export interface TierBounds {
  readonly minUnits: Decimal;
  /** Null: no upper bound. Only the last tier has none. */
  readonly maxUnits: Decimal | null;
}

/** A range of quantities with its price per unit and a fee that is due once when the tier applies. */
export interface Tier extends TierBounds {
  readonly pricePerUnit: Decimal;
  readonly fixedFee: Decimal;
}

/** A range of a money volume with its percentage (`2.9` is 2.9 %) and a fee that is due once when the tier applies. */
export interface PercentageTier extends TierBounds {
  readonly percentage: Decimal;
  readonly fixedFee: Decimal;
}
