import type { Decimal } from "../../decimal/decimal.ts";
import { unitsToWire, whenComplete, type Wire } from "../../wire/wire.ts";
import { overageRating, type BilledEarlier } from "../overage.ts";
import { ratableQuantity, ratingOf, type Rating } from "../rating.ts";
import { unitPriceStep } from "../step.ts";
import { parseTiers, tiersToWire } from "../tier-wire.ts";
import { containingSlice, type Tier } from "../tier.ts";
import type { Usage } from "../usage.ts";
import { volumeSteps } from "./tiered.ts";

/**
 * In advance: `units` rated as `tiered`. In arrears, for Q above `units`: (Q − units) × the price of the tier that
 * contains Q. With 1,000 units, 0–1000 at 0.10 and 0.08 above, a usage of 1,500 costs 1,000 × 0.10 = 100.00 in advance
 * and 500 × 0.08 = 40.00 in arrears.
 */
export interface PrepaidTieredModel {
  readonly type: "prepaid_tiered";
  readonly tiers: readonly Tier[];
  readonly units: Decimal;
}

export function parsePrepaidTiered(wire: Wire): PrepaidTieredModel | undefined {
  if (!wire.isObjectOf(["tiers", "units"])) return undefined;
  return whenComplete<PrepaidTieredModel>({
    type: "prepaid_tiered",
    tiers: parseTiers(wire.member("tiers")),
    units: wire.member("units").units(),
  });
}

export function prepaidTieredToWire(model: PrepaidTieredModel): object {
  return { tiers: tiersToWire(model.tiers), units: unitsToWire(model.units) };
}

export function ratePrepaidTieredInAdvance(model: PrepaidTieredModel): Rating {
  return ratingOf(ratableQuantity(model.units), volumeSteps(model.tiers, model.units));
}

export function ratePrepaidTieredInArrears(model: PrepaidTieredModel, usage: Usage, earlier: BilledEarlier): Rating {
  return overageRating(model.units, usage, earlier, (quantity) =>
    containingSlice(model.tiers, quantity).map(({ tier, label }) =>
      unitPriceStep(label, quantity.minus(model.units), tier.pricePerUnit),
    ),
  );
}
