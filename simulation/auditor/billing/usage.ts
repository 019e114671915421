import type { PriceMade } from "../../journal/catalogue.ts";
import type { AuditedLine, AuditedSubscription, Books } from "../books.ts";
import { type Day, daysIn, type Interval, nextDay, type Span } from "../calendar.ts";
import { isPaused, sellsCharged } from "../contract.ts";
import { chargedPeriod, periodDueOn } from "../periods.ts";
import { beginningOn } from "../sale.ts";
import { dayKey } from "./day-key.ts";
import { isPrepaid, usageInterval } from "./price-kind.ts";
import { rateUsage, type UsageStretch } from "./rate-usage.ts";
import { runsIn } from "./runs.ts";

/**
 * The usage that falls due on a day: each stretch of the period over which the price was sold, without the days that were
 * paused. Usage is never prorated: it is cut where the price begins or stops to be sold (R-SUB-5).
 */
export function usageLines(
  books: Books,
  subscription: AuditedSubscription,
  price: PriceMade,
  interval: Interval,
  day: Day,
): AuditedLine[] {
  const period = periodDueOn(subscription, interval, day);
  if (period === undefined) return [];
  return soldRuns(subscription, price, period)
    .filter((run) => servedDays(subscription, run) > 0)
    .filter((run) => !isBilled(subscription, price, run.start))
    .flatMap((run) => {
      const stretch = usageStretch(subscription, price, run);
      return rateUsage(books, subscription, price, "usage", stretch, subscription.lines);
    });
}

function isBilled({ lines, letGo }: AuditedSubscription, price: PriceMade, start: Day): boolean {
  return [...lines, ...letGo].some(
    ({ kind, priceId, service }) => kind === "usage" && priceId === price.id && service.start === start,
  );
}

/**
 * Where the usage of a service period is counted from, the period over which a level is averaged, and for prepaid units
 * which part of them was bought.
 */
export function usageStretch(subscription: AuditedSubscription, price: PriceMade, service: Span): UsageStretch {
  const interval = isPrepaid(price) ? price.billingInterval : usageInterval(price);
  if (interval === null) throw new Error(`${price.id} is not billed by period`);
  const period = chargedPeriod(subscription, interval, service.start);
  const { whole } = period;
  if (!isPrepaid(price)) return { service, countsFrom: service.start, whole, bought: null };
  const run = soldRuns(subscription, price, period).find(({ end }) => end > service.start);
  const served = run ?? service;
  const bought = {
    days: servedDays(subscription, served) + keptDays(subscription, price, served, period),
    of: period.of,
  };
  return { service, countsFrom: served.start, whole, bought };
}

/** The days after a stretch that stay charged: their part of the units stays bought. */
function keptDays(subscription: AuditedSubscription, price: PriceMade, served: Span, period: Span): number {
  let days = 0;
  for (let day = served.end; day < period.end; day = nextDay(day)) {
    const state = subscription.days.get(dayKey(price, day))?.is;
    const isKept = state === "kept" || state === "paid" || state === "elsewhere";
    if (!isKept || sellsCharged(subscription, price, day)) break;
    if (!isPaused(subscription, day)) days += 1;
  }
  return days;
}

/** The stretches of a span over which the price is sold and charged, each from where it began to be sold. */
export function soldRuns(subscription: AuditedSubscription, price: PriceMade, span: Span): Span[] {
  return runsIn(
    span,
    (day) => sellsCharged(subscription, price, day),
    (day) => beginningOn(subscription, price, day) !== undefined,
  );
}

/** The days of a span that are not paused. */
function servedDays(subscription: AuditedSubscription, span: Span): number {
  return runsIn(span, (day) => !isPaused(subscription, day)).reduce((sum, run) => sum + daysIn(run), 0);
}
