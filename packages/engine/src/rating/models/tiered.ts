import type { Decimal } from "../../decimal/decimal.ts";
import { whenComplete, type Wire } from "../../wire/wire.ts";
import { ratableQuantity, ratingOf, type Rating } from "../rating.ts";
import { fixedFeeSteps, unitPriceStep, type RatingStep } from "../step.ts";
import { parseTiers, tiersToWire } from "../tier-wire.ts";
import { containingSlice, type Tier } from "../tier.ts";
import type { Usage } from "../usage.ts";

/**
 * All of Q at the price of the tier that contains Q, plus that tier's fixedFee (volume pricing). With 0–100 at 0.15,
 * 101–500 at 0.10 and 501+ at 0.05, 250 units cost 250 × 0.10 = 25.00.
 */
export interface TieredModel {
  readonly type: "tiered";
  readonly tiers: readonly Tier[];
}

export function parseTiered(wire: Wire): TieredModel | undefined {
  if (!wire.isObjectOf(["tiers"])) return undefined;
  return whenComplete<TieredModel>({ type: "tiered", tiers: parseTiers(wire.member("tiers")) });
}

export function tieredToWire(model: TieredModel): object {
  return { tiers: tiersToWire(model.tiers) };
}

export function rateTiered(model: TieredModel, usage: Usage): Rating {
  const ratable = ratableQuantity(usage.quantity);
  return ratingOf(ratable, volumeSteps(model.tiers, ratable.quantity));
}

/** The steps of volume pricing. `prepaid_tiered` rates its units with them. */
export function volumeSteps(tiers: readonly Tier[], quantity: Decimal): RatingStep[] {
  return containingSlice(tiers, quantity).flatMap(({ tier, label }) => [
    unitPriceStep(label, quantity, tier.pricePerUnit),
    ...fixedFeeSteps(label, tier.fixedFee),
  ]);
}
