import type { PriceMade } from "../../journal/catalogue.ts";
import type { AuditedLine, AuditedSubscription, Books } from "../books.ts";
import type { Day, Span } from "../calendar.ts";
import { dayStart, isPaused } from "../contract.ts";
import { converted, toMinorUnit } from "../currency.ts";
import { measurePrice, type PriceUsage } from "../metering/measure-price.ts";
import { rateOverage, type Rated, rateUsed } from "../rating/rate-price.ts";
import { Rational } from "../rational.ts";
import { mostOfCharge, noteTakenOfCharge } from "./given-back.ts";
import { isPrepaid } from "./price-kind.ts";
import { runsIn } from "./runs.ts";

/** Usage as one line or one line for each group. */
export interface UsageStretch {
  readonly service: Span;
  /** The day from which on it is counted: overage that is billed in parts is counted from the start of its period. */
  readonly countsFrom: Day;
  /** The billing period that it is counted in, also if it is only a part of it. */
  readonly whole: Span;
  /** The part of their period for which prepaid units were bought; null for prices without. */
  readonly bought: { readonly days: number; readonly of: number } | null;
}

/**
 * Rates what is known by now of the usage of a stretch, and takes off what other invoices billed of it (R-INV-9): together
 * they are the rounded whole. A correction of zero is not a line, unless notes had given back what it would have taken.
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
  subscription.soldPrices.set(price.id, price);
  const before = others.filter(
    (line) =>
      (line.kind === "usage" || line.kind === "correction") &&
      line.priceId === price.id &&
      line.service.start >= countsFrom &&
      line.service.start < service.end,
  );
  const usage = usageOf(books, subscription, price, stretch);
  return partsOf(usage, before).map(({ group, part }): AuditedLine => {
    const own = before.filter((line) => line.group === group);
    const billed = Rational.sum(own.map(({ amount }) => amount));
    const settledBefore = Rational.sum(own.map(({ settled }) => settled ?? Rational.zero));
    const noted = Rational.sum(own.map((line) => subscription.noted.get(line) ?? Rational.zero));
    const counted = Rational.sum(own.map(({ quantity }) => quantity));
    const rated = part === null ? NOTHING : ratePart(price, part, stretch, counted);
    const total = inMinorUnits(subscription, rated);
    const wanted = total.minus(billed).minus(settledBefore);
    const line: AuditedLine = {
      kind,
      priceId: price.id,
      source: null,
      service,
      countedOn: service.start,
      countsFrom,
      interval: price.billingInterval,
      group,
      quantity: kind === "correction" && !isPrepaid(price) ? rated.quantity.minus(counted) : rated.quantity,
      amount: wanted,
      ...(kind === "correction" ? { corrects: own } : {}),
    };
    const bound = (): AuditedLine | undefined => {
      const left = [billed.minus(noted), mostOfCharge(subscription, own) ?? billed.minus(noted)];
      const amount = limited(wanted, left.reduce(Rational.smaller), total);
      const taken = amount.isNegative() ? noteTakenOfCharge(subscription, own, amount.negated()) : undefined;
      const settled = wanted.minus(amount);
      return kind === "correction" && amount.isZero() && settled.isZero()
        ? undefined
        : { ...line, amount, settled, ...(taken === undefined ? {} : { ...taken, corrects: own }) };
    };
    return { ...line, bound };
  });
}

/** What is taken back is at most what notes left of it, unless the whole is below zero; what they gave back is not charged back. */
function limited(wanted: Rational, left: Rational, total: Rational): Rational {
  const { zero, smaller, larger } = Rational;
  if (wanted.isNegative() && !left.isNegative()) {
    return smaller(larger(wanted, smaller(total, zero).minus(left)), zero);
  }
  if (wanted.isPositive() && !left.isPositive()) {
    return larger(smaller(wanted, larger(total, zero).minus(left)), zero);
  }
  return wanted;
}

const NOTHING: Rated = { amount: Rational.zero, quantity: Rational.zero };

function ratePart(price: PriceMade, part: PriceUsage, { bought }: UsageStretch, counted: Rational): Rated {
  return isPrepaid(price) ? rateOverage(price, part, bought, counted) : rateUsed(price, part);
}

function inMinorUnits(subscription: AuditedSubscription, { amount }: Rated): Rational {
  return toMinorUnit(converted(amount, subscription), subscription.made.currency);
}

function usageOf(
  books: Books,
  subscription: AuditedSubscription,
  price: PriceMade,
  { service, countsFrom, whole }: UsageStretch,
): PriceUsage {
  const counted = { start: countsFrom, end: service.end };
  const instants = ({ start, end }: Span) => ({
    start: dayStart(books, subscription, start),
    end: dayStart(books, subscription, end),
  });
  const gaps = runsIn(counted, (day) => isPaused(subscription, day)).map(instants);
  const counting = { window: instants(counted), gaps, whole: instants(whole) };
  return measurePrice(books, subscription, price, counting);
}

/** The whole as one part where nothing is grouped. What was billed of a group that is gone is given back, fee and all. */
function partsOf(
  usage: PriceUsage,
  before: readonly AuditedLine[],
): { group: string | null; part: PriceUsage | null }[] {
  const whole: [string | null, PriceUsage][] = usage.groups.length === 0 ? [[null, usage]] : [];
  const grouped = usage.groups.map(
    ({ values, quantity, events }) => [values, { ...usage, combinations: [], groups: [], quantity, events }] as const,
  );
  const parts = new Map<string | null, PriceUsage | null>([...whole, ...grouped]);
  for (const { group } of before) if (!parts.has(group)) parts.set(group, null);
  return [...parts].map(([group, part]) => ({ group, part }));
}
