import type { DurationUnit, PriceMade } from "../../journal/catalogue.ts";
import type { AuditedLine, AuditedSubscription } from "../books.ts";
import { type Day, earlier, type Interval, later, periodStart, type Span } from "../calendar.ts";
import { trialEnd } from "../contract.ts";
import { converted, toMinorUnit } from "../currency.ts";
import { chargedPeriod } from "../periods.ts";
import { Rational } from "../rational.ts";
import { priceLimits, subscriptionLimits } from "./limits.ts";
import { asNotesLeave, settledIn } from "./settled-before.ts";
import { longestOf } from "./spread.ts";

/** A discount of a price or (priceId null) of the subscription. */
export interface Discount {
  readonly source: string;
  readonly priceId: string | null;
  readonly type: "percentage" | "amount";
  readonly value: Rational;
  /** An amount is taken off once in each of these periods. */
  readonly interval: Interval;
  readonly startsOn: Day;
  /** The first day without it; null for one that lasts. */
  readonly endsOn: Day | null;
  /** The intervals of the limits and of the subscription's discount that count what it takes off. */
  readonly laterIntervals: readonly Interval[];
  /** The subscription's discount, where that comes after it. */
  readonly laterDiscount: Discount | undefined;
}

const INTERVALS: Record<DurationUnit, Interval> = {
  days: "daily",
  weeks: "weekly",
  months: "monthly",
  years: "yearly",
};

/** A price's discount counts from the first day on which the price is charged. */
export function priceDiscount(subscription: AuditedSubscription, price: PriceMade): Discount[] {
  if (price.discount === null) return [];
  const { discountType, amount, periodLength, periodType } = price.discount;
  const selling = subscription.published.filter(({ priceIds }) => priceIds.includes(price.id));
  const firstSold = selling.map(({ startsOn }) => startsOn).toSorted()[0] ?? subscription.made.contractStartDate;
  const startsOn = later(firstSold, trialEnd(subscription, price));
  return [
    {
      source: price.id,
      priceId: price.id,
      type: discountType,
      value: discountType === "amount" ? converted(Rational.of(amount.value), subscription) : Rational.of(amount.value),
      interval: price.billingInterval ?? "monthly",
      startsOn,
      endsOn:
        periodLength === undefined || periodType === undefined
          ? null
          : periodStart(startsOn, INTERVALS[periodType], periodLength),
      laterIntervals: [
        ...priceLimits(subscription, price),
        ...subscriptionLimits(subscription),
        ...subscriptionDiscount(subscription),
      ].map((one) => one.interval),
      laterDiscount: subscriptionDiscount(subscription)[0],
    },
  ];
}

export function subscriptionDiscount(subscription: AuditedSubscription): Discount[] {
  const { made, chargedFrom } = subscription;
  if (made.discount === null) return [];
  const { discountType, amount, durationType, durationValue, durationUnit } = made.discount;
  const isForever = durationType === "forever" || durationValue === undefined || durationUnit === undefined;
  return [
    {
      source: made.id,
      priceId: null,
      type: discountType,
      value: Rational.of(amount),
      interval: "monthly",
      startsOn: chargedFrom,
      endsOn: isForever ? null : periodStart(chargedFrom, INTERVALS[durationUnit], durationValue),
      laterIntervals: subscriptionLimits(subscription).map((one) => one.interval),
      laterDiscount: undefined,
    },
  ];
}

/**
 * A percentage comes off the lines of the invoice, one line for each service period, and for each period of what comes
 * after it in which lines count; an amount once in each of its periods, and never more than the period costs (R-SUB-8).
 */
export function applyDiscount(
  subscription: AuditedSubscription,
  discount: Discount,
  lines: readonly AuditedLine[],
  others: readonly AuditedLine[],
): AuditedLine[] {
  return discount.type === "percentage"
    ? applyPercentage(subscription, discount, lines)
    : applyAmount(subscription, discount, lines, others);
}

function lasts({ startsOn, endsOn }: Discount, day: Day): boolean {
  return day >= startsOn && (endsOn === null || day < endsOn);
}

function applyPercentage(
  subscription: AuditedSubscription,
  discount: Discount,
  lines: readonly AuditedLine[],
): AuditedLine[] {
  const { laterIntervals, laterDiscount } = discount;
  const touched = lines.filter((line) => isInScope(discount, line) && lasts(discount, line.countedOn));
  const isNoted = touched.some(isNoteLimited);
  const groups = Map.groupBy(touched, (line) => {
    const { service, countedOn } = line;
    const isApart = isNoted && (isNoteLimited(line) || isRelief(line));
    return [
      ...(isApart ? ["noted"] : [service.start, service.end]),
      ...laterIntervals.map((interval) => chargedPeriod(subscription, interval, countedOn).start),
      laterDiscount !== undefined && lasts(laterDiscount, countedOn),
    ].join(" ");
  });
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const wanted = Rational.sum(group.map(({ amount }) => amount))
      .times(discount.value)
      .over(Rational.whole(100))
      .negated();
    const most = group.some(isNoteLimited)
      ? Rational.sum(group.flatMap(({ takenOff }) => takenOff?.get(discount.source) ?? []))
      : undefined;
    const rounded = (exact: Rational) => toMinorUnit(exact, subscription.made.currency);
    const amount = rounded(most === undefined ? wanted : Rational.smaller(wanted, most));
    const settled = rounded(wanted).minus(amount);
    if (first === undefined) return [];
    const off = { lines: group, value: discount.value };
    if (amount.isZero() && settled.isZero()) return [];
    const line = { ...discountLine(discount, { ...first, interval: longestOf(group) }, amount), off };
    return [most === undefined ? line : { ...line, settled, isNoteLimited: true }];
  });
}

/** Whether notes limit what a line takes back of discounts by percentage, or it is such a discount. */
function isNoteLimited(line: AuditedLine): boolean {
  return line.takenOff !== undefined || line.isNoteLimited === true;
}

/** Whether a line takes back a discount of an amount or a maximum. */
function isRelief({ kind, off, amount }: AuditedLine): boolean {
  return (kind === "maximum" || (kind === "discount" && off === undefined)) && amount.isPositive();
}

function applyAmount(
  subscription: AuditedSubscription,
  discount: Discount,
  lines: readonly AuditedLine[],
  others: readonly AuditedLine[],
): AuditedLine[] {
  const { source, priceId, interval, startsOn, endsOn } = discount;
  const periods = new Map<Day, Span>();
  for (const line of lines.filter((one) => isInScope(discount, one))) {
    const { start, end } = chargedPeriod(subscription, interval, line.countedOn);
    const period = { start: later(start, startsOn), end: endsOn === null ? end : earlier(end, endsOn) };
    if (period.start < period.end) periods.set(period.start, period);
  }
  return [...periods.values()].flatMap((period) => {
    const adjustment = { kind: "discount", priceId, source } as const;
    const { spent, adjusted, left } = settledIn(subscription, period, adjustment, lines, others);
    const full = toMinorUnit(discount.value, subscription.made.currency);
    const wanted = Rational.smaller(full, Rational.larger(spent, Rational.zero)).negated();
    // It counts with what it is taken off: limits may have other periods than the discount.
    const counted = lines.filter(
      (line) => isInScope(discount, line) && line.countedOn >= period.start && line.countedOn < period.end,
    );
    const countedOn = counted.map((line) => line.countedOn).reduce(earlier, period.end);
    const counts = { service: period, countedOn, interval: longestOf(counted) };
    const here = Rational.sum(counted.map(({ amount }) => amount));
    const { amount, settled } = asNotesLeave(wanted.minus(adjusted), "discount", here, left);
    if (amount.isZero() && settled.isZero()) return [];
    return [{ ...discountLine(discount, counts, amount), period: period.start, settled }];
  });
}

function isInScope({ priceId }: Discount, line: AuditedLine): boolean {
  return priceId === null || line.priceId === priceId;
}

function discountLine(
  { priceId, source }: Discount,
  { service, countedOn, interval }: Pick<AuditedLine, "service" | "countedOn" | "interval">,
  amount: Rational,
): AuditedLine {
  const quantity = Rational.whole(1);
  return { kind: "discount", priceId, source, service, countedOn, interval, group: null, quantity, amount };
}
