import { Decimal } from "../decimal/decimal.ts";
import { minorUnits } from "../money/currency.ts";
import type { PricingModel } from "./pricing-model.ts";
import { isPrepaid, rate, rateInAdvance, rateInArrears } from "./rate.ts";
import type { RatingNote } from "./rating.ts";
import { type ReachedTier, reachedTier } from "./reached-tier.ts";
import type { Usage } from "./usage.ts";

/** The cost of a whole period with some usage under a model: one point of a calculator's curve. */
export interface PricePoint {
  /** Rounded like the lines of an invoice: the two halves of a prepaid model are rounded separately. */
  readonly amount: Decimal;
  /** The unrounded amount divided by the quantity, to twelve decimals; null for a quantity of 0 or less. */
  readonly effectiveUnitPrice: Decimal | null;
  readonly tier: ReachedTier | null;
  readonly notes: readonly RatingNote[];
}

const UNIT_PRICE_SCALE = 12;

/** The amounts exclude discounts, spend limits and taxes, which are not part of the model. */
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
