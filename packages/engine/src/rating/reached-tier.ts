import { Decimal } from "../decimal/decimal.ts";
import type { PricingModel } from "./pricing-model.ts";
import { isPrepaid } from "./rate.ts";
import { containingSlice, type TierBounds } from "./tier.ts";

/** The tier that contains a quantity. For graduated tiers this is the last tier that is charged. */
export interface ReachedTier {
  /** Counted from 1, like the tiers in the steps of a rating. */
  readonly number: number;
  readonly minUnits: Decimal;
  readonly maxUnits: Decimal | null;
}

/** Null if the model has no tiers, and for a quantity of 0 if the first tier does not cover it (R-RATE-1). */
export function reachedTier(model: PricingModel, quantity: Decimal): ReachedTier | null {
  if (!("tiers" in model)) return null;
  const rated = Decimal.max(quantity, isPrepaid(model) ? model.units : Decimal.zero);
  const tiers: readonly TierBounds[] = model.tiers;
  const [slice] = containingSlice(tiers, rated);
  if (slice === undefined) return null;
  const { minUnits, maxUnits } = slice.tier;
  return { number: tiers.indexOf(slice.tier) + 1, minUnits, maxUnits };
}
