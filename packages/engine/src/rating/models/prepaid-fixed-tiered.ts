import { BILLING_INTERVALS, type BillingInterval } from "../../calendar/interval.ts";
import type { Decimal } from "../../decimal/decimal.ts";
import { unitsToWire, whenComplete, type Wire } from "../../wire/wire.ts";
import { overageRating, type BilledEarlier } from "../overage.ts";
import { ratableQuantity, ratingOf, type Rating } from "../rating.ts";
import { fixedFeeSteps, unitPriceStep } from "../step.ts";
import { parseTiers, tiersToWire } from "../tier-wire.ts";
import { containingSlice, slicesBetween, type Tier } from "../tier.ts";
import type { Usage } from "../usage.ts";

/**
 * In advance: the fixedFee of the tier that contains `units`. In arrears, per overage interval: the slices of Q above
 * `units`, each at its tier's price, cumulative over the billing period, less what earlier intervals billed.
 *
 * Example: 12,000 units a year with 0–12000 for 900 and 12001–24000 at 0.07, usage of 2,000 a month, overage billed
 * monthly: 900.00 in advance, nothing in the months 1–6, and in month 8 4,000 × 0.07 − 140.00 = 140.00.
 */
export interface PrepaidFixedTieredModel {
  readonly type: "prepaid_fixed_tiered";
  readonly tiers: readonly Tier[];
  readonly units: Decimal;
  /** How often overage is billed within the billing interval. Null: at the end of each billing interval. */
  readonly overageInterval: BillingInterval | null;
}

export function parsePrepaidFixedTiered(wire: Wire): PrepaidFixedTieredModel | undefined {
  if (!wire.isObjectOf(["tiers", "units", "overageInterval"])) return undefined;
  const overageInterval = wire.member("overageInterval");
  return whenComplete<PrepaidFixedTieredModel>({
    type: "prepaid_fixed_tiered",
    tiers: parseTiers(wire.member("tiers")),
    units: wire.member("units").units(),
    overageInterval: overageInterval.isAbsent() ? null : overageInterval.oneOf(BILLING_INTERVALS),
  });
}

export function prepaidFixedTieredToWire(model: PrepaidFixedTieredModel): object {
  return {
    tiers: tiersToWire(model.tiers),
    units: unitsToWire(model.units),
    overageInterval: model.overageInterval,
  };
}

export function ratePrepaidFixedTieredInAdvance(model: PrepaidFixedTieredModel): Rating {
  const steps = containingSlice(model.tiers, model.units).flatMap(({ tier, label }) =>
    fixedFeeSteps(label, tier.fixedFee),
  );
  return ratingOf(ratableQuantity(model.units), steps);
}

/** `usage` is cumulative, from the start of the billing period to the end of the overage interval. */
export function ratePrepaidFixedTieredInArrears(
  model: PrepaidFixedTieredModel,
  usage: Usage,
  earlier: BilledEarlier,
): Rating {
  return overageRating(model.units, usage, earlier, (quantity) =>
    slicesBetween(model.tiers, model.units, quantity).map((slice) =>
      unitPriceStep(slice.label, slice.quantity, slice.tier.pricePerUnit),
    ),
  );
}
