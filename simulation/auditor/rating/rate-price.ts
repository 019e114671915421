import type { PriceMade, WireModel, WireMoney } from "../../journal/catalogue.ts";
import type { PriceUsage } from "../metering/measure-price.ts";
import { Rational } from "../rational.ts";
import { evaluate } from "./evaluate.ts";
import { rateMatrix } from "./rate-matrix.ts";
import { feeOf, perCentOf, rateOf, sliceEach, tierOf } from "./tiers.ts";

/** What a price costs, exact and unrounded, and the quantity that was rated (R-RATE-2). */
export interface Rated {
  readonly amount: Rational;
  readonly quantity: Rational;
}

/** A fixed amount, or what prepaid units cost before they are used. */
export function rateAdvance({ type, model }: PriceMade): Rated {
  const quantity = Rational.of(model.units ?? 0);
  const tier = tierOf(model.tiers ?? [], quantity);
  switch (type) {
    case "fixed":
      return { amount: quantity.times(money(model.pricePerUnit)), quantity };
    case "prepaid_tiered":
      return { amount: tier === undefined ? Rational.zero : quantity.times(rateOf(tier)).plus(feeOf(tier)), quantity };
    case "prepaid_fixed_tiered":
      return { amount: tier === undefined ? Rational.zero : feeOf(tier), quantity };
    default:
      throw new Error(`${type} costs nothing in advance`);
  }
}

/** What usage costs. A negative net quantity is rated as 0 (R-RATE-3). */
export function rateUsed(price: PriceMade, usage: PriceUsage): Rated {
  const { type, model } = price;
  const quantity = notBelowZero(usage.quantity);
  if (type === "matrix") return rateMatrix(model, usage.combinations);
  if (type === "expression") return { amount: notBelowZero(evaluate(model, usage.byMetric)), quantity };
  return { amount: amountOf(type, model, quantity, usage.events), quantity };
}

const UNIT_PLACES = 18;

/** What usage above prepaid units costs; of its quantity only what was not `counted` before. */
export function rateOverage(
  { type, model }: PriceMade,
  usage: PriceUsage,
  bought: { readonly days: number; readonly of: number } | null,
  counted: Rational,
): Rated {
  const whole = Rational.of(model.units ?? 0);
  const isWhole = bought === null || bought.days === bought.of;
  const share = isWhole ? Rational.whole(1) : Rational.whole(bought.days).over(Rational.whole(bought.of));
  const units = isWhole ? whole : whole.times(share).rounded(UNIT_PLACES);
  const quantity = notBelowZero(usage.quantity);
  const over = notBelowZero(quantity.minus(units));
  const fresh = over.minus(notBelowZero(counted));
  if (!over.isPositive()) return { amount: Rational.zero, quantity: fresh };
  const tiers = model.tiers ?? [];
  if (type === "prepaid_tiered") {
    const tier = tierOf(tiers, quantity);
    return { amount: tier === undefined ? Rational.zero : over.times(rateOf(tier)), quantity: fresh };
  }
  const cost = (upTo: Rational): Rational =>
    Rational.sum(sliceEach(tiers, upTo).map(({ tier, part }) => part.times(rateOf(tier))));
  return { amount: cost(quantity).minus(cost(units)), quantity: fresh };
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

function notBelowZero(value: Rational): Rational {
  return Rational.larger(value, Rational.zero);
}

function money(wire: WireMoney | undefined): Rational {
  return Rational.of(wire?.value ?? "0");
}
