import type { PriceMade } from "../../journal/catalogue.ts";
import type { AuditedLine, AuditedSubscription, Books } from "../books.ts";
import type { Day, Span } from "../calendar.ts";
import { dayStart, isPaused } from "../contract.ts";
import { converted, toMinorUnit } from "../currency.ts";
import { measurePrice, type PriceUsage } from "../metering/measure-price.ts";
import { rateOverage, type Rated, rateUsed } from "../rating/rate-price.ts";
import { Rational } from "../rational.ts";
import { isPrepaid } from "./price-kind.ts";
import { runsIn } from "./runs.ts";

/** Usage as one line or one line for each group. */
export interface UsageStretch {
  readonly service: Span;
  /** The day from which on it is counted: overage that is billed in parts is counted from the start of its period. */
  readonly countsFrom: Day;
  /** The part of their period for which prepaid units were bought; null for prices without. */
  readonly bought: { readonly days: number; readonly of: number } | null;
}

/**
 * Rates what is known by now of the usage of a stretch, and takes off what other invoices billed of it (R-INV-9): together
 * they are the rounded whole. A correction that comes to nothing is no line.
 */
export function rateUsage(
  books: Books,
  subscription: AuditedSubscription,
  price: PriceMade,
  kind: "usage" | "correction",
  stretch: UsageStretch,
  others: readonly AuditedLine[],
): AuditedLine[] {
  const { service, countsFrom } = stretch;
  const before = others.filter(
    (line) =>
      (line.kind === "usage" || line.kind === "correction") &&
      line.priceId === price.id &&
      line.service.start >= countsFrom &&
      line.service.start < service.end,
  );
  const usage = usageOf(books, subscription, price, stretch);
  const lines = partsOf(usage, before).map(({ group, part }): AuditedLine => {
    const own = before.filter((line) => line.group === group);
    const billed = Rational.sum(own.map(({ amount }) => amount));
    const counted = Rational.sum(own.map(({ quantity }) => quantity));
    const rated = isPrepaid(price) ? rateOverage(price, part, stretch.bought, counted) : rateUsed(price, part);
    return {
      kind,
      priceId: price.id,
      source: null,
      service,
      countedOn: countsFrom,
      group,
      quantity: kind === "correction" && !isPrepaid(price) ? rated.quantity.minus(counted) : rated.quantity,
      amount: inMinorUnits(subscription, rated).minus(billed),
    };
  });
  return kind === "correction" ? lines.filter(({ amount }) => !amount.isZero()) : lines;
}

function inMinorUnits(subscription: AuditedSubscription, { amount }: Rated): Rational {
  return toMinorUnit(converted(amount, subscription), subscription.made.currency);
}

function usageOf(
  books: Books,
  subscription: AuditedSubscription,
  price: PriceMade,
  { service, countsFrom }: UsageStretch,
): PriceUsage {
  const counted = { start: countsFrom, end: service.end };
  const instants = ({ start, end }: Span) => ({
    start: dayStart(books, subscription, start),
    end: dayStart(books, subscription, end),
  });
  const gaps = runsIn(counted, (day) => isPaused(subscription, day)).map(instants);
  return measurePrice(books, subscription, price, instants(counted), gaps);
}

const NOTHING: PriceUsage = { quantity: Rational.zero, events: 0, combinations: [], byMetric: new Map(), groups: [] };

/** The whole where nothing is grouped; groups that were billed before and have no usage any more count as unused. */
function partsOf(usage: PriceUsage, before: readonly AuditedLine[]): { group: string | null; part: PriceUsage }[] {
  const billed = before.flatMap(({ group }) => group ?? []);
  if (usage.groups.length === 0 && billed.length === 0) return [{ group: null, part: usage }];
  const parts = new Map(
    usage.groups.map(({ values, quantity, events }) => [values, { ...NOTHING, quantity, events }] as const),
  );
  for (const group of billed) if (!parts.has(group)) parts.set(group, NOTHING);
  return [...parts].map(([group, part]) => ({ group, part }));
}
