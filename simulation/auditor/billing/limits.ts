import type { PriceMade } from "../../journal/catalogue.ts";
import type { SpendPeriod } from "../../journal/subscription.ts";
import type { AuditedLine, AuditedSubscription } from "../books.ts";
import { type Day, daysIn, type Interval, later, type Span } from "../calendar.ts";
import { type ChargedPeriod, chargedPeriod, periodDueOn, serves } from "../contract.ts";
import { toMinorUnit } from "../currency.ts";
import { Rational } from "../rational.ts";
import { runsIn } from "./runs.ts";

/** The least or the most that a period costs, for a price or (price null) for the subscription. */
export interface Limit {
  readonly source: string;
  readonly price: PriceMade | null;
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

export function priceLimits(price: PriceMade): Limit[] {
  const { minimumSpend, maximumSpend } = price;
  return [
    { type: "minimum" as const, spend: minimumSpend },
    { type: "maximum" as const, spend: maximumSpend },
  ].flatMap(({ type, spend }) =>
    spend === null
      ? []
      : [{ source: price.id, price, type, value: Rational.of(spend.amount.value), interval: spend.period }],
  );
}

export function subscriptionLimits({ made }: AuditedSubscription): Limit[] {
  return [
    { type: "minimum" as const, spend: made.minimumSpend },
    { type: "maximum" as const, spend: made.maximumSpend },
  ].flatMap(({ type, spend }) =>
    spend === null
      ? []
      : [{ source: made.id, price: null, type, value: Rational.of(spend.amount), interval: INTERVALS[spend.period] }],
  );
}

/**
 * Both are settled when their period ends, a maximum also whenever something is charged that begins in the period; prorated
 * by the days that are served (R-SUB-8).
 */
export function applyLimit(
  subscription: AuditedSubscription,
  limit: Limit,
  day: Day,
  lines: readonly AuditedLine[],
  others: readonly AuditedLine[],
): AuditedLine[] {
  return periodsToSettle(subscription, limit, day, lines).flatMap((period) => {
    const service = servedPart(subscription, period);
    const served = servedDays(subscription, limit, period);
    if (served === 0 || service.start >= service.end) return [];
    const share = Rational.whole(served).over(Rational.whole(period.of));
    const bound = toMinorUnit(limit.value.times(share), subscription.made.currency);
    const spent = Rational.sum(
      [...others, ...lines]
        .filter((line) => limit.price === null || line.priceId === limit.price.id)
        .filter((line) => line.service.start >= service.start && line.service.start < service.end)
        .map(({ amount }) => amount),
    );
    const gap = bound.minus(spent);
    if (limit.type === "minimum" ? !gap.isPositive() : !gap.isNegative()) return [];
    const priceId = limit.price?.id ?? null;
    const quantity = Rational.whole(1);
    return [{ kind: limit.type, priceId, source: limit.source, service, quantity, amount: gap, window: null }];
  });
}

function periodsToSettle(
  subscription: AuditedSubscription,
  limit: Limit,
  day: Day,
  lines: readonly AuditedLine[],
): ChargedPeriod[] {
  const periods = new Map<Day, ChargedPeriod>();
  const ended = periodDueOn(subscription, limit.interval, day);
  if (ended !== undefined) periods.set(ended.start, ended);
  if (limit.type === "maximum") {
    for (const line of lines.filter(({ kind }) => ["recurring", "usage", "one_off"].includes(kind))) {
      const period = chargedPeriod(subscription, limit.interval, line.service.start);
      // What was charged before service began is in no period.
      if (period.start < period.end) periods.set(period.start, period);
    }
  }
  return [...periods.values()];
}

/** The days of the period that the subscription serves. */
function servedPart({ chargedFrom, endsOn }: AuditedSubscription, period: Span): Span {
  return {
    start: later(period.start, chargedFrom),
    end: endsOn !== null && endsOn < period.end ? endsOn : period.end,
  };
}

/** A price's limit holds for the days on which the price is served, the subscription's for all that it serves. */
function servedDays(subscription: AuditedSubscription, { price }: Limit, period: Span): number {
  const part = servedPart(subscription, period);
  if (part.start >= part.end) return 0;
  if (price === null) return daysIn(part);
  return runsIn(part, (day) => serves(subscription, price, day)).reduce((sum, run) => sum + daysIn(run), 0);
}
