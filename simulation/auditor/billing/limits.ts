import type { PriceMade } from "../../journal/catalogue.ts";
import type { SpendPeriod } from "../../journal/subscription.ts";
import type { AuditedLine, AuditedSubscription } from "../books.ts";
import { type Day, daysIn, type Interval, later, type Span } from "../calendar.ts";
import { endOf, isPaused, sellsCharged } from "../contract.ts";
import { converted, toMinorUnit } from "../currency.ts";
import { arrearsDue, type ChargedPeriod, chargedPeriod, periodDueOn } from "../periods.ts";
import { Rational } from "../rational.ts";
import { advanceInterval, arrearsInterval, usageInterval } from "./price-kind.ts";
import { rankOf } from "./rank.ts";
import { runsIn } from "./runs.ts";
import { asNotesLeave, limitedIn } from "./settled-before.ts";
import { countedByPeriod } from "./spread.ts";

/** The least or the most that a period costs, for a price or (price null) for the subscription. */
export interface Limit {
  readonly source: string;
  readonly price: PriceMade | null;
  /** The prices whose charges count. */
  readonly counts: readonly PriceMade[];
  readonly type: "minimum" | "maximum";
  readonly value: Rational;
  readonly interval: Interval;
}

const INTERVALS: Record<SpendPeriod, Interval> = {
  day: "daily",
  week: "weekly",
  month: "monthly",
  quarter: "quarterly",
  semi_annual: "semi_annual",
  year: "yearly",
};

export function priceLimits(subscription: AuditedSubscription, price: PriceMade): Limit[] {
  const { minimumSpend, maximumSpend } = price;
  return [
    { type: "minimum" as const, spend: minimumSpend },
    { type: "maximum" as const, spend: maximumSpend },
  ].flatMap(({ type, spend }) =>
    spend === null
      ? []
      : [
          {
            source: price.id,
            price,
            counts: [price],
            type,
            value: converted(Rational.of(spend.amount.value), subscription),
            interval: spend.period,
          },
        ],
  );
}

/** @param counts may be left out where only intervals matter */
export function subscriptionLimits({ made }: AuditedSubscription, counts: readonly PriceMade[] = []): Limit[] {
  return [
    { type: "minimum" as const, spend: made.minimumSpend },
    { type: "maximum" as const, spend: made.maximumSpend },
  ].flatMap(({ type, spend }) =>
    spend === null
      ? []
      : [
          {
            source: made.id,
            price: null,
            counts,
            type,
            value: Rational.of(spend.amount),
            interval: INTERVALS[spend.period],
          },
        ],
  );
}

/**
 * A minimum is settled when its period ends, a maximum also whenever a line counts in the period; both again when a line
 * comes that counts in a period that is over. They are prorated by the days that are served (R-SUB-8).
 */
export function applyLimit(
  subscription: AuditedSubscription,
  limit: Limit,
  day: Day,
  lines: readonly AuditedLine[],
  others: readonly AuditedLine[],
): AuditedLine[] {
  const { type: kind, source } = limit;
  const priceId = limit.price?.id ?? null;
  const before = lines.filter((line) => rankOf(line) < rankOf({ kind, priceId }));
  const due = periodDueOn(subscription, limit.interval, day);
  const moved = movedPeriods(subscription, limit, before);
  return periodsToSettle(subscription, limit, day, due, moved).flatMap((period) => {
    const served = servedRuns(subscription, limit, period);
    const days = served.reduce((sum, run) => sum + unpausedDays(subscription, run), 0);
    // Without a day of service nothing is lifted, nor cut when the period ends; but what was taken off is given back with what it
    // was taken off from.
    if (days === 0 && (kind === "minimum" || !moved.some(({ start }) => start === period.start))) return [];
    const service = { start: served[0]?.start ?? period.start, end: served.at(-1)?.end ?? period.end };
    const share = Rational.whole(days).over(Rational.whole(period.of));
    const adjustment = { kind, priceId, source };
    const { spent, adjusted, oneOffs, here, left } = limitedIn(
      subscription,
      { period, interval: limit.interval },
      adjustment,
      lines,
      others,
    );
    const prorated = toMinorUnit(limit.value.times(share), subscription.made.currency);
    const whole = toMinorUnit(limit.value, subscription.made.currency);
    // One-off charges are not prorated: they have room in addition to a prorated maximum, up to a whole one.
    const withOneOffs = Rational.larger(prorated, Rational.smaller(whole, prorated.plus(oneOffs)));
    const gap = (kind === "maximum" ? withOneOffs : prorated).minus(spent);
    const wanted = kind === "minimum" ? Rational.larger(gap, Rational.zero) : Rational.smaller(gap, Rational.zero);
    const { amount, settled } = asNotesLeave(wanted.minus(adjusted), kind, here, left);
    // One that notes settled is a line of zero: later invoices build on it.
    if (amount.isZero() && settled.isZero()) return [];
    const quantity = Rational.whole(1);
    return [
      {
        kind,
        priceId,
        source,
        service,
        countedOn: period.start,
        period: period.start,
        interval: limit.interval,
        group: null,
        quantity,
        amount,
        settled,
      },
    ];
  });
}

function periodsToSettle(
  subscription: AuditedSubscription,
  limit: Limit,
  day: Day,
  due: ChargedPeriod | undefined,
  moved: readonly ChargedPeriod[],
): ChargedPeriod[] {
  const periods = new Map<string, ChargedPeriod>();
  const add = (period: ChargedPeriod | undefined): void => {
    if (period === undefined || period.start >= period.end) return;
    if (limit.type === "minimum" && isBilledElsewhere(subscription, limit, period)) return;
    periods.set(period.start, period);
  };
  add(due);
  for (const period of moved) if (limit.type === "maximum" || arrearsDue(subscription, period) < day) add(period);
  return [...periods.values()];
}

/**
 * What was charged before invoices are made here was billed elsewhere, for an amount that is not known: a minimum that counts it is not
 * ours to lift.
 */
function isBilledElsewhere(subscription: AuditedSubscription, { counts }: Limit, period: ChargedPeriod): boolean {
  const from = subscription.made.invoiceGenerationStartDate;
  if (from === null || period.start >= from) return false;
  return counts.some((price) => {
    const [first] = runsIn(period, (day) => sellsCharged(subscription, price, day));
    if (first === undefined) return false;
    const interval = advanceInterval(price) === null ? (usageInterval(price) ?? arrearsInterval(price)) : null;
    if (interval === null) return first.start < from;
    return arrearsDue(subscription, chargedPeriod(subscription, interval, first.start)) < from;
  });
}

/** Those in which a line of the invoice counts. */
function movedPeriods(
  subscription: AuditedSubscription,
  { price, interval }: Limit,
  before: readonly AuditedLine[],
): ChargedPeriod[] {
  return before
    .filter(({ priceId }) => price === null || priceId === price.id)
    .flatMap((line) => [...countedByPeriod(subscription, line, interval).keys()])
    .map((start) => chargedPeriod(subscription, interval, start));
}

/** A price's limit holds for the days on which the price is sold, the subscription's for all that it serves. */
function servedRuns(subscription: AuditedSubscription, { price }: Limit, period: Span): Span[] {
  if (price !== null) return runsIn(period, (day) => sellsCharged(subscription, price, day));
  const end = endOf(subscription);
  const part = {
    start: later(period.start, subscription.chargedFrom),
    end: end !== null && end < period.end ? end : period.end,
  };
  return part.start < part.end ? [part] : [];
}

function unpausedDays(subscription: AuditedSubscription, span: Span): number {
  return runsIn(span, (day) => !isPaused(subscription, day)).reduce((sum, run) => sum + daysIn(run), 0);
}
