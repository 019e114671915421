import type { PriceMade } from "../../journal/catalogue.ts";
import type { AuditedLine, AuditedSubscription, Books } from "../books.ts";
import { type Day, midnight, type Span } from "../calendar.ts";
import { periodDueOn, serves } from "../contract.ts";
import { converted, toMinorUnit } from "../currency.ts";
import { measure, type Measured } from "../metering/measure.ts";
import { ratePrice } from "../rating/rate-price.ts";
import { Rational } from "../rational.ts";
import { chargesFrom } from "./proration-policy.ts";
import { recurringLine } from "./recurring-line.ts";
import { runsIn } from "./runs.ts";

/** What falls due on a day for a price that is paid after its period: a line for each stretch that was served. */
export function arrearsLines(
  books: Books,
  subscription: AuditedSubscription,
  price: PriceMade,
  day: Day,
): AuditedLine[] {
  const period = price.billingInterval === null ? undefined : periodDueOn(subscription, price.billingInterval, day);
  if (period === undefined) return [];
  return runsIn(period, (one) => serves(subscription, price, one))
    .filter((run) => !isBilled(subscription, price, run))
    .flatMap((run) => {
      if (price.feeType === "metered") return [usageLine(books, subscription, price, run)];
      if (!chargesFrom(subscription, price, run, period)) return [];
      return [recurringLine(subscription, price, run, period)];
    });
}

function isBilled({ lines }: AuditedSubscription, price: PriceMade, run: Span): boolean {
  return lines.some(
    ({ kind, priceId, service }) =>
      (kind === "recurring" || kind === "usage") && priceId === price.id && service.start === run.start,
  );
}

/** Usage is never prorated: its window is cut where the price begins or stops to be sold (R-SUB-5). */
function usageLine(books: Books, subscription: AuditedSubscription, price: PriceMade, service: Span): AuditedLine {
  const line: AuditedLine = {
    kind: "usage",
    priceId: price.id,
    source: null,
    service,
    quantity: Rational.zero,
    amount: Rational.zero,
    window: windowOf(books, subscription, price, service),
  };
  countUsage(books, subscription, price, line);
  return line;
}

/** Rates what is known by now of the usage in the line's window. */
export function countUsage(books: Books, subscription: AuditedSubscription, price: PriceMade, line: AuditedLine): void {
  const { window } = line;
  if (window === null) throw new Error("only a usage line has usage");
  const { amount, quantity } = ratePrice(price, measuredBy(books, subscription, price, window));
  line.quantity = quantity;
  line.amount = toMinorUnit(converted(amount, subscription), subscription.made.currency);
}

/** From local midnight to local midnight; where the days before were billed, from where they ended. */
function windowOf(
  books: Books,
  subscription: AuditedSubscription,
  price: PriceMade,
  service: Span,
): { start: number; end: number } {
  const zone = books.zones.get(subscription.made.accountId) ?? "UTC";
  const before = subscription.lines.findLast(
    (line) => line.kind === "usage" && line.priceId === price.id && line.service.end === service.start,
  );
  return { start: before?.window?.end ?? midnight(service.start, zone), end: midnight(service.end, zone) };
}

/** The quantities of several metrics are added (R-RATE-4). */
function measuredBy(
  books: Books,
  subscription: AuditedSubscription,
  price: PriceMade,
  window: { start: number; end: number },
): Measured {
  const all = price.metricIds.map((id) => {
    const metric = books.metrics.get(id);
    if (metric === undefined) throw new Error(`the journal knows no metric ${id}`);
    return measure(metric, books.events.get(`${subscription.made.accountId} ${metric.eventName}`) ?? [], window);
  });
  return {
    quantity: Rational.sum(all.map(({ quantity }) => quantity)),
    events: all.reduce((sum, { events }) => sum + events, 0),
  };
}
