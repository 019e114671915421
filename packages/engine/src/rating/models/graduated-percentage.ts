import { whenComplete, type Wire } from "../../wire/wire.ts";
import { ratableQuantity, ratingOf, type Rating } from "../rating.ts";
import { fixedFeeSteps, percentageStep } from "../step.ts";
import { parsePercentageTiers, percentageTiersToWire } from "../tier-wire.ts";
import { slicesUpTo, type PercentageTier } from "../tier.ts";
import type { Usage } from "../usage.ts";

/**
 * Each slice of Q, a money volume, × its own tier's percentage, plus the fixedFee of every tier reached. With 0–100 at
 * 5% and 101+ at 2% plus 10, a volume of 150.00 costs 100 × 5% + 50 × 2% + 10 = 16.00.
 */
export interface GraduatedPercentageModel {
  readonly type: "graduated_percentage";
  readonly tiers: readonly PercentageTier[];
}

export function parseGraduatedPercentage(wire: Wire): GraduatedPercentageModel | undefined {
  if (!wire.isObjectOf(["tiers"])) return undefined;
  const tiers = parsePercentageTiers(wire.member("tiers"));
  return whenComplete<GraduatedPercentageModel>({ type: "graduated_percentage", tiers });
}

export function graduatedPercentageToWire(model: GraduatedPercentageModel): object {
  return { tiers: percentageTiersToWire(model.tiers) };
}

export function rateGraduatedPercentage(model: GraduatedPercentageModel, usage: Usage): Rating {
  const ratable = ratableQuantity(usage.quantity);
  const steps = slicesUpTo(model.tiers, ratable.quantity).flatMap(({ tier, label, quantity }) => [
    percentageStep(label, quantity, tier.percentage),
    ...fixedFeeSteps(label, tier.fixedFee),
  ]);
  return ratingOf(ratable, steps);
}
