import { whenComplete, type Wire } from "../../wire/wire.ts";
import { ratableQuantity, ratingOf, type Rating } from "../rating.ts";
import { fixedFeeSteps, unitPriceStep } from "../step.ts";
import { parseTiers, tiersToWire } from "../tier-wire.ts";
import { slicesUpTo, type Tier } from "../tier.ts";
import type { Usage } from "../usage.ts";

/**
 * Each slice of Q at its own tier's price, plus the fixedFee of every tier reached. With 0–5 at 10 plus 100 and 6+ at 5
 * plus 50, 8 units cost 5 × 10 + 100 + 3 × 5 + 50 = 215.00.
 */
export interface GraduatedTieredModel {
  readonly type: "graduated_tiered";
  readonly tiers: readonly Tier[];
}

export function parseGraduatedTiered(wire: Wire): GraduatedTieredModel | undefined {
  if (!wire.isObjectOf(["tiers"])) return undefined;
  return whenComplete<GraduatedTieredModel>({ type: "graduated_tiered", tiers: parseTiers(wire.member("tiers")) });
}

export function graduatedTieredToWire(model: GraduatedTieredModel): object {
  return { tiers: tiersToWire(model.tiers) };
}

export function rateGraduatedTiered(model: GraduatedTieredModel, usage: Usage): Rating {
  const ratable = ratableQuantity(usage.quantity);
  const steps = slicesUpTo(model.tiers, ratable.quantity).flatMap(({ tier, label, quantity }) => [
    unitPriceStep(label, quantity, tier.pricePerUnit),
    ...fixedFeeSteps(label, tier.fixedFee),
  ]);
  return ratingOf(ratable, steps);
}
