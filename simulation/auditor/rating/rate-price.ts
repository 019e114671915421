import type { PriceMade, WireModel, WireMoney } from "../../journal/catalogue.ts";
import type { Measured } from "../metering/measure.ts";
import { Rational } from "../rational.ts";
import { feeOf, perCentOf, rateOf, sliceEach, tierOf } from "./tiers.ts";

/** What a price costs for the usage of a period, exact and unrounded (R-RATE-2), and the quantity that was rated. */
export function ratePrice(price: PriceMade, usage: Measured): { amount: Rational; quantity: Rational } {
  const { model, type } = price;
  if (type === "fixed") {
    const units = Rational.of(model.units ?? 0);
    return { amount: units.times(money(model.pricePerUnit)), quantity: units };
  }
  // A negative net quantity is rated as 0 (R-RATE-3).
  const quantity = Rational.larger(usage.quantity, Rational.zero);
  return { amount: amountOf(type, model, quantity, usage.events), quantity };
}

function amountOf(type: string, model: WireModel, quantity: Rational, events: number): Rational {
  const tiers = model.tiers ?? [];
  switch (type) {
    case "unit":
      return quantity.times(money(model.pricePerUnit));
    case "tiered": {
      const tier = tierOf(tiers, quantity);
      return tier === undefined ? Rational.zero : quantity.times(rateOf(tier)).plus(feeOf(tier));
    }
    case "graduated_tiered":
      return Rational.sum(
        sliceEach(tiers, quantity).map(({ tier, part }) => part.times(rateOf(tier)).plus(feeOf(tier))),
      );
    case "tiered_percentage": {
      const tier = tierOf(tiers, quantity);
      return tier === undefined ? Rational.zero : quantity.times(perCentOf(tier)).plus(feeOf(tier));
    }
    case "graduated_percentage":
      return Rational.sum(
        sliceEach(tiers, quantity).map(({ tier, part }) => part.times(perCentOf(tier)).plus(feeOf(tier))),
      );
    case "volume_percentage": {
      const share = quantity.times(money(model.percentage)).over(Rational.whole(100));
      const perEvent = Rational.whole(events).times(money(model.pricePerUnit));
      return share.plus(perEvent).plus(events > 0 ? money(model.fixedFee) : Rational.zero);
    }
    case "package": {
      const beyond = quantity.minus(Rational.of(model.includedUnits ?? 0));
      if (!beyond.isPositive()) return Rational.zero;
      const packages = beyond.over(Rational.of(model.packageSize ?? 1)).ceiling();
      return Rational.whole(packages).times(money(model.pricePerPackage));
    }
    default:
      throw new Error(`the auditor knows no price type ${type}`);
  }
}

function money(wire: WireMoney | undefined): Rational {
  return Rational.of(wire?.value ?? "0");
}
