import {
  addIntervals,
  type BillingInterval,
  type ContractDiscount,
  type ContractThreshold,
  Decimal,
  later,
  localDate,
} from "@counterfoil/engine";
import type { PriceWithProduct, SpendPeriod, SubscriptionDiscount, SubscriptionRow } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";

const INTERVAL_OF_UNIT: Record<NonNullable<SubscriptionDiscount["durationUnit"]>, BillingInterval> = {
  days: "daily",
  weeks: "weekly",
  months: "monthly",
  years: "yearly",
};

const INTERVAL_OF_PERIOD: Record<SpendPeriod, BillingInterval> = {
  day: "daily",
  week: "weekly",
  month: "monthly",
  quarter: "quarterly",
  semi_annual: "semi_annual",
  year: "yearly",
};

/** The discount of a subscription; its duration counts from the first charged day. An amount is per month of the contract. */
export function subscriptionDiscounts(
  { id, discount }: Pick<SubscriptionRow, "id" | "discount">,
  startsOn: Temporal.PlainDate,
): ContractDiscount[] {
  if (discount === null) return [];
  const { durationType, durationValue: value, durationUnit: unit } = discount;
  const isBounded = durationType === "fixed" && value !== null && unit !== null;
  return [
    {
      id: adjustmentId(id, "discount"),
      type: discount.discountType,
      value: Decimal.of(discount.amount),
      interval: "monthly",
      scope: { kind: "subscription" },
      startsOn,
      endsOn: isBounded ? addIntervals(startsOn, INTERVAL_OF_UNIT[unit], value) : null,
    },
  ];
}

/**
 * The discount of a price; its duration counts from the first charged day on which the price is sold. An amount is per
 * period of the price, and of a one-off price per month.
 */
export function priceDiscounts(
  { price, from }: { price: PriceWithProduct; from: Temporal.PlainDate },
  served: Temporal.PlainDate,
  timeZone: string,
): ContractDiscount[] {
  if (price.discount === null) return [];
  const { discountType, amount, periodLength, periodType, endDate } = price.discount;
  const startsOn = later(from.add({ days: price.trialPeriodDays ?? 0 }), served);
  const byLength =
    periodLength === null || periodType === null
      ? null
      : addIntervals(startsOn, INTERVAL_OF_UNIT[periodType], periodLength);
  return [
    {
      id: adjustmentId(price.id, "discount"),
      type: discountType,
      value: Decimal.of(amount.value),
      interval: price.billingInterval ?? "monthly",
      scope: { kind: "price", priceId: price.id },
      startsOn,
      endsOn: byLength ?? (endDate === null ? null : localDate(Temporal.Instant.from(endDate), timeZone)),
    },
  ];
}

/** The spend limits of a subscription. */
export function subscriptionThresholds({
  id,
  minimumSpend,
  maximumSpend,
}: Pick<SubscriptionRow, "id" | "minimumSpend" | "maximumSpend">): ContractThreshold[] {
  return (["min", "max"] as const).flatMap((type) => {
    const spend = type === "min" ? minimumSpend : maximumSpend;
    if (spend === null) return [];
    const interval = INTERVAL_OF_PERIOD[spend.period];
    return [
      { id: adjustmentId(id, type), type, value: Decimal.of(spend.amount), interval, scope: { kind: "subscription" } },
    ];
  });
}

/** The spend limits of a price. */
export function priceThresholds({ id, minimumSpend, maximumSpend }: PriceWithProduct): ContractThreshold[] {
  return (["min", "max"] as const).flatMap((type) => {
    const spend = type === "min" ? minimumSpend : maximumSpend;
    if (spend === null) return [];
    const { amount, period: interval } = spend;
    const scope = { kind: "price", priceId: id } as const;
    return [{ id: adjustmentId(id, type), type, value: Decimal.of(amount.value), interval, scope }];
  });
}

/** The id under which a discount or a spend limit appears: stable, since its owner has one of each. */
export function adjustmentId(ownerId: string, kind: "min" | "max" | "discount"): string {
  return `${kind === "discount" ? "disc" : "thr"}_${kind}_${ownerId.slice(ownerId.indexOf("_") + 1)}`;
}
