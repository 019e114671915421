import { Decimal } from "../decimal/decimal.ts";
import type { PricingModel } from "./pricing-model.ts";
import { isPrepaid } from "./rate.ts";
import { containingSlice, type TierBounds } from "./tier.ts";

/** The tier that a quantity reaches: that which contains it, and of graduated tiers so the last that is charged. */
export interface ReachedTier {
  /** Counted from 1, as the steps of a rating name it. */
  readonly number: number;
  readonly minUnits: Decimal;
  readonly maxUnits: Decimal | null;
}

/** Null where a model has no tiers, and where the first does not cover a quantity of 0 (R-RATE-1). */
export function reachedTier(model: PricingModel, quantity: Decimal): ReachedTier | null {
  if (!("tiers" in model)) return null;
  const rated = Decimal.max(quantity, isPrepaid(model) ? model.units : Decimal.zero);
  const tiers: readonly TierBounds[] = model.tiers;
  const [slice] = containingSlice(tiers, rated);
  if (slice === undefined) return null;
  const { minUnits, maxUnits } = slice.tier;
  return { number: tiers.indexOf(slice.tier) + 1, minUnits, maxUnits };
}
