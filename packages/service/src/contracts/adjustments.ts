import {
  addIntervals,
  type BillingInterval,
  type ContractDiscount,
  type ContractThreshold,
  Decimal,
  earlier,
  later,
  localDate,
  type Scope,
  type VersionWindow,
} from "@counterfoil/engine";
import type {
  ContractVersionRow,
  PriceWithProduct,
  SpendPeriod,
  SubscriptionDiscount,
  SubscriptionRow,
  VersionDiscount,
  VersionThreshold,
} from "@counterfoil/storage";
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

/** The API's name for the interval of a price's limit. */
export const PERIOD_OF_INTERVAL: Record<BillingInterval, SpendPeriod> = {
  daily: "day",
  weekly: "week",
  monthly: "month",
  quarterly: "quarter",
  semi_annual: "semi_annual",
  yearly: "year",
};

/** The rate of the contract from the currency of its prices into its own. Null if both are the same. */
type SoldIn = Pick<SubscriptionRow, "conversionRate">;

/** An amount of a price in the currency of the contract, not rounded (R-SUB-9). */
export function invoiced(amount: string, { conversionRate }: SoldIn): Decimal {
  return conversionRate === null ? Decimal.of(amount) : Decimal.of(amount).times(Decimal.of(conversionRate));
}

/**
 * The discount of a subscription. Its duration counts from the first charged day. A fixed amount is per month of the
 * contract.
 */
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
 * The discount of a price. Its duration counts from the first charged day on which the price is sold. A fixed amount is
 * per period of the price, or per month for a one-off price.
 */
export function priceDiscounts(
  { price, from }: { price: PriceWithProduct; from: Temporal.PlainDate },
  served: Temporal.PlainDate,
  timeZone: string,
  sold: SoldIn,
): ContractDiscount[] {
  if (price.discount === null) return [];
  const { discountType, amount, periodLength, periodType, endDate } = price.discount;
  const startsOn = later(from.add({ days: price.trialPeriodDays ?? 0 }), served);
  const byLength =
    periodLength === null || periodType === null
      ? null
      : addIntervals(startsOn, INTERVAL_OF_UNIT[periodType], periodLength);
  const byDate = endDate === null ? null : localDate(Temporal.Instant.from(endDate), timeZone);
  return [
    {
      id: adjustmentId(price.id, "discount"),
      type: discountType,
      value: discountType === "amount" ? invoiced(amount.value, sold) : Decimal.of(amount.value),
      interval: price.billingInterval ?? "monthly",
      scope: { kind: "price", priceId: price.id },
      startsOn,
      endsOn: byLength === null || byDate === null ? (byLength ?? byDate) : earlier(byLength, byDate),
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
export function priceThresholds(
  { id, minimumSpend, maximumSpend }: PriceWithProduct,
  sold: SoldIn,
): ContractThreshold[] {
  return (["min", "max"] as const).flatMap((type) => {
    const spend = type === "min" ? minimumSpend : maximumSpend;
    if (spend === null) return [];
    const { amount, period: interval } = spend;
    const scope = { kind: "price", priceId: id } as const;
    return [{ id: adjustmentId(id, type), type, value: invoiced(amount.value, sold), interval, scope }];
  });
}

/**
 * The discounts and limits of the published versions, in the order in which they run. If consecutive versions have the
 * same discount or limit under one ID, it continues, and applies to what any of them sells.
 */
export function versionAdjustments(
  versions: readonly ContractVersionRow[],
  served: Temporal.PlainDate,
): { discounts: ContractDiscount[]; thresholds: ContractThreshold[] } {
  const running = versions.filter(({ status, startOn }) => status !== "draft" && startOn !== null);
  const discounts = runsOf(running, ({ discounts: own }) => own).map(({ one, window, scope }): ContractDiscount => {
    const { id, type, durationType, durationValue: length, durationUnit: unit } = one;
    const startsOn = later(window.startsOn, served);
    const isBounded = durationType === "fixed" && length !== null && unit !== null;
    const lastsTo = isBounded ? addIntervals(startsOn, INTERVAL_OF_UNIT[unit], length) : null;
    const endsOn =
      lastsTo === null || window.endsOn === null ? (lastsTo ?? window.endsOn) : earlier(lastsTo, window.endsOn);
    return { id, type, value: Decimal.of(one.value), interval: "monthly", scope, startsOn, endsOn, window };
  });
  const thresholds = runsOf(running, ({ thresholds: own }) => own).map(({ one, window, scope }): ContractThreshold => {
    const { id, type, value, interval } = one;
    return { id, type, value: Decimal.of(value), interval: INTERVAL_OF_PERIOD[interval], scope, window };
  });
  return { discounts, thresholds };
}

interface Run<One> {
  readonly one: One;
  readonly window: VersionWindow;
  readonly scope: Scope;
}

/** Merges what consecutive versions have under one ID. */
function runsOf<One extends VersionDiscount | VersionThreshold>(
  versions: readonly ContractVersionRow[],
  adjustmentsOf: (version: ContractVersionRow) => readonly One[],
): Run<One>[] {
  const over: Run<One>[] = [];
  let open = new Map<string, Run<One>>();
  for (const version of versions) {
    const startsOn = Temporal.PlainDate.from(version.startOn ?? "");
    const endsOn = version.endOn === null ? null : Temporal.PlainDate.from(version.endOn);
    const going = new Map<string, Run<One>>();
    for (const one of adjustmentsOf(version)) {
      const before = open.get(one.id);
      const versionIds = [...(before?.window.versionIds ?? []), version.id];
      const window = { versionIds, startsOn: before?.window.startsOn ?? startsOn, endsOn };
      going.set(one.id, { one, window, scope: { kind: "version", priceIds: unitedPrices(before?.scope, one) } });
    }
    over.push(...[...open].flatMap(([id, run]) => (going.has(id) ? [] : [run])));
    open = going;
  }
  return [...over, ...open.values()];
}

function unitedPrices(
  before: Scope | undefined,
  { priceIds }: VersionDiscount | VersionThreshold,
): readonly string[] | null {
  const earlierIds = before?.kind === "version" ? before.priceIds : [];
  return priceIds === null || earlierIds === null ? null : [...new Set([...earlierIds, ...priceIds])];
}

/** The ID of a discount or a spend limit. It is stable, because its owner has one of each. */
export function adjustmentId(ownerId: string, kind: "min" | "max" | "discount"): string {
  return `${kind === "discount" ? "disc" : "thr"}_${kind}_${ownerId.slice(ownerId.indexOf("_") + 1)}`;
}
