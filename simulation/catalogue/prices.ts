import type { Interval } from "../auditor/calendar.ts";
import type { PriceMade } from "../journal/catalogue.ts";
import type { Random } from "../random.ts";
import { money, randomModel, USAGE_TYPES } from "./models.ts";

/** A price with its product, without IDs. */
export type PricePlan = Omit<PriceMade, "id">;

const INTERVALS: readonly (readonly [number, Interval])[] = [
  [9, "monthly"],
  [2, "quarterly"],
  [1, "semi_annual"],
  [1.5, "yearly"],
  [1, "weekly"],
  [0.3, "daily"],
];

export function randomPrice(random: Random, currency: string, metricIds: readonly string[]): PricePlan {
  const sort = random.weighted([
    [4, "advance"],
    [2.5, "arrears"],
    [4, "usage"],
    [1, "one_off"],
  ]);
  const isMetered = sort === "usage";
  const type = isMetered ? random.pick(USAGE_TYPES) : "fixed";
  const isOneOff = sort === "one_off";
  const measured = isMetered ? random.some(metricIds, 2) : [];
  const model = randomModel(random, type, measured);
  const billingInterval = isOneOff ? null : random.weighted(INTERVALS);
  return {
    feeType: isMetered ? "metered" : "fixed",
    paymentTerms: sort === "advance" || isOneOff ? "advance" : "arrears",
    billingFrequency: isOneOff ? "one-off" : "recurring",
    type,
    model: type === "prepaid_fixed_tiered" ? { ...model, overageInterval: randomPart(random, billingInterval) } : model,
    currency,
    billingInterval,
    metricIds: model.metrics === undefined ? measured : [...new Set(Object.values(model.metrics))],
    trialPeriodDays: !isOneOff && random.chance(0.08) ? random.pick([7, 14, 30]) : null,
    discount: random.chance(0.15) ? randomDiscount(random) : null,
    minimumSpend: !isOneOff && random.chance(0.1) ? randomSpend(random, 120) : null,
    maximumSpend: !isOneOff && random.chance(0.1) ? randomSpend(random, 300, 121) : null,
  };
}

/** Bills overage with the period, or in parts of it. */
function randomPart(random: Random, whole: Interval | null): Interval | null {
  const parts: readonly Interval[] =
    whole === "yearly" || whole === "semi_annual" ? ["monthly", "quarterly"] : ["monthly"];
  return whole === "weekly" || whole === "daily" || random.chance(0.4) ? null : random.pick(parts);
}

function randomDiscount(random: Random): NonNullable<PricePlan["discount"]> {
  const isPercentage = random.chance(0.6);
  const amount = isPercentage ? { value: random.pick(["5", "10", "12.5", "33.3", "100"]) } : money(random, 60, 2);
  return {
    discountType: isPercentage ? "percentage" : "amount",
    amount,
    ...(random.chance(0.5)
      ? { periodLength: random.integer(1, 6), periodType: random.pick(["days", "weeks", "months", "years"] as const) }
      : {}),
  };
}

function randomSpend(random: Random, most: number, least = 0): NonNullable<PricePlan["minimumSpend"]> {
  const value = `${random.integer(least, most)}.${random.integer(0, 9)}0`;
  return { amount: { value }, period: random.weighted(INTERVALS.slice(0, 5)) };
}
