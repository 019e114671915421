import { whenComplete, type Wire } from "../../wire/wire.ts";
import { ratableQuantity, ratingOf, type Rating } from "../rating.ts";
import { fixedFeeSteps, percentageStep } from "../step.ts";
import { parsePercentageTiers, percentageTiersToWire } from "../tier-wire.ts";
import { containingSlice, type PercentageTier } from "../tier.ts";
import type { Usage } from "../usage.ts";

/**
 * Q, a money volume, × the percentage of the tier that contains it, plus that tier's fixedFee. With 0–100 at 5% and
 * 101+ at 2% plus 10, a volume of 150.00 costs 150.00 × 2% + 10 = 13.00.
 */
export interface TieredPercentageModel {
  readonly type: "tiered_percentage";
  readonly tiers: readonly PercentageTier[];
}

export function parseTieredPercentage(wire: Wire): TieredPercentageModel | undefined {
  if (!wire.isObjectOf(["tiers"])) return undefined;
  const tiers = parsePercentageTiers(wire.member("tiers"));
  return whenComplete<TieredPercentageModel>({ type: "tiered_percentage", tiers });
}

export function tieredPercentageToWire(model: TieredPercentageModel): object {
  return { tiers: percentageTiersToWire(model.tiers) };
}

export function rateTieredPercentage(model: TieredPercentageModel, usage: Usage): Rating {
  const ratable = ratableQuantity(usage.quantity);
  const steps = containingSlice(model.tiers, ratable.quantity).flatMap(({ tier, label, quantity }) => [
    percentageStep(label, quantity, tier.percentage),
    ...fixedFeeSteps(label, tier.fixedFee),
  ]);
  return ratingOf(ratable, steps);
}
