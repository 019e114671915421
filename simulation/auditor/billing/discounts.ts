import type { DurationUnit, PriceMade } from "../../journal/catalogue.ts";
import type { AuditedLine, AuditedSubscription } from "../books.ts";
import { addDays, type Day, type Interval, later, periodStart } from "../calendar.ts";
import { toMinorUnit } from "../currency.ts";
import { Rational } from "../rational.ts";

/** A discount of a price or (priceId null) of the subscription. */
export interface Discount {
  readonly source: string;
  readonly priceId: string | null;
  readonly type: "percentage" | "amount";
  readonly value: Rational;
  readonly startsOn: Day;
  /** The first day without it; null for one that lasts. */
  readonly endsOn: Day | null;
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
  const trialEnd = addDays(subscription.made.contractStartDate, price.trialPeriodDays ?? 0);
  const startsOn = later(later(firstSold, trialEnd), subscription.chargedFrom);
  const endsOn =
    periodLength === undefined || periodType === undefined
      ? null
      : periodStart(startsOn, INTERVALS[periodType], periodLength);
  const value = Rational.of(amount.value);
  return [{ source: price.id, priceId: price.id, type: discountType, value, startsOn, endsOn }];
}

export function subscriptionDiscount({ made, chargedFrom }: AuditedSubscription): Discount[] {
  if (made.discount === null) return [];
  const { discountType, amount, durationType, durationValue, durationUnit } = made.discount;
  const endsOn =
    durationType === "forever" || durationValue === undefined || durationUnit === undefined
      ? null
      : periodStart(chargedFrom, INTERVALS[durationUnit], durationValue);
  const value = Rational.of(amount);
  return [{ source: made.id, priceId: null, type: discountType, value, startsOn: chargedFrom, endsOn }];
}

/** One line for each service period whose lines begin in the discount's window; an amount once per period (R-SUB-8). */
export function applyDiscount(
  { made }: AuditedSubscription,
  discount: Discount,
  lines: readonly AuditedLine[],
  others: readonly AuditedLine[],
): AuditedLine[] {
  const { source, priceId, type, value, startsOn, endsOn } = discount;
  const touched = lines.filter(
    (line) =>
      (priceId === null || line.priceId === priceId) &&
      line.service.start >= startsOn &&
      (endsOn === null || line.service.start < endsOn),
  );
  const groups = Map.groupBy(touched, ({ service }) => `${service.start} ${service.end}`);
  return [...groups.values()].flatMap((group) => {
    const [{ service } = { service: { start: "", end: "" } }] = group;
    const base = Rational.sum(group.map(({ amount }) => amount));
    const taken = Rational.sum(
      others
        .filter((line) => line.kind === "discount" && line.source === source && isSame(line, service))
        .map(({ amount }) => amount.negated()),
    );
    const exact =
      type === "percentage"
        ? base.times(value).over(Rational.whole(100))
        : Rational.larger(Rational.zero, Rational.smaller(value.minus(taken), base));
    const amount = toMinorUnit(exact, made.currency).negated();
    if (amount.isZero()) return [];
    return [{ kind: "discount" as const, priceId, source, service, quantity: Rational.whole(1), amount, window: null }];
  });
}

function isSame(line: AuditedLine, service: AuditedLine["service"]): boolean {
  return line.service.start === service.start && line.service.end === service.end;
}
