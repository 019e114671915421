import { Decimal } from "../decimal/decimal.ts";
import { minorUnits } from "../money/currency.ts";
import type { PricingModel } from "./pricing-model.ts";
import { isPrepaid, rate, rateInAdvance, rateInArrears } from "./rate.ts";
import type { RatingNote } from "./rating.ts";
import { type ReachedTier, reachedTier } from "./reached-tier.ts";
import type { Usage } from "./usage.ts";

/** What a whole period with some usage costs under a model: a point of the curve that a calculator draws. */
export interface PricePoint {
  /** Rounded as the invoice's lines are: of a prepaid model each half by itself. */
  readonly amount: Decimal;
  /** The amount before it was rounded over the quantity, to twelve places; null for a quantity of 0 or less. */
  readonly effectiveUnitPrice: Decimal | null;
  readonly tier: ReachedTier | null;
  readonly notes: readonly RatingNote[];
}

const UNIT_PRICE_SCALE = 12;

/** Before discounts, spend limits and taxes, which are not the model's. */
export function previewPrice(model: PricingModel, currency: string, usage: Usage): PricePoint {
  const { quantity } = usage;
  const halves = isPrepaid(model) ? [rateInAdvance(model), rateInArrears(model, usage)] : [rate(model, usage)];
  const scale = minorUnits(currency);
  const amount = Decimal.sum(halves.map((half) => half.amount.round(scale, "half_away_from_zero")));
  return {
    amount,
    effectiveUnitPrice: quantity.isPositive()
      ? Decimal.sum(halves.map((half) => half.amount)).dividedBy(quantity, UNIT_PRICE_SCALE, "half_away_from_zero")
      : null,
    tier: reachedTier(model, quantity),
    notes: halves.flatMap(({ notes }) => notes),
  };
}
