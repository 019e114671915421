import type { AuditedLine, AuditedSubscription, AuditedTax, Books, TaxedPart, TaxOfLine } from "../books.ts";
import { placesOf } from "../currency.ts";
import { Rational } from "../rational.ts";
import { rankOf } from "./rank.ts";
import { isSpread } from "./spread.ts";
import { keyOf, taxesOfToday, taxOf } from "./tax.ts";

/**
 * Puts the lines of an invoice under their taxes, and sums them up. What is given back bears the taxes of its line, an adjustment
 * those of the lines that it adjusts, and everything else those of today (R-INV-6).
 */
export function taxLines(books: Books, { made }: AuditedSubscription, lines: readonly AuditedLine[]): AuditedTax {
  const before: AuditedLine[] = [];
  for (const line of lines) {
    const category = books.categories.get(line.priceId ?? "") ?? null;
    const today = taxesOfToday(books, made.accountId, category);
    const places = placesOf(made.currency);
    const corrected = line.of === undefined ? line.corrects : [line.of];
    line.parts =
      rankOf(line) > 0
        ? partsOfAdjustment(line, before, today, places)
        : corrected === undefined || corrected.length === 0
          ? [{ amount: line.amount, taxes: today }]
          : partsOfCorrection(line, corrected, places);
    before.push(line);
  }
  return taxOf(
    made.currency,
    lines.flatMap(({ parts }) => parts ?? []),
  );
}

/** What corrects several lines under different taxes bears them in proportion to what is under each. */
function partsOfCorrection({ amount }: AuditedLine, corrected: readonly AuditedLine[], places: number): TaxedPart[] {
  const sums = sumsOf(corrected.flatMap(({ parts }) => parts ?? []));
  const weighed = sums.filter(({ sum }) => !sum.isZero());
  const isNothing = Rational.sum(weighed.map(({ sum }) => sum)).isZero();
  const [first] = sums;
  if (isNothing || weighed.length === 1) return [{ amount, taxes: (isNothing ? first : weighed[0])?.taxes ?? [] }];
  const shares = shareOut(
    amount,
    weighed.map(({ sum }) => sum),
    places,
  );
  return weighed.map(({ taxes }, index) => ({ amount: shares[index] ?? Rational.zero, taxes }));
}

/** What is under each set of taxes. */
function sumsOf(parts: readonly TaxedPart[]): { taxes: readonly TaxOfLine[]; sum: Rational }[] {
  return [...Map.groupBy(parts, ({ taxes }) => keyOf(taxes)).values()].map((group) => ({
    taxes: group[0]?.taxes ?? [],
    sum: Rational.sum(group.map(({ amount }) => amount)),
  }));
}

/** What is adjusted stands under some sets of taxes: each bears its share, by largest remainder. */
function partsOfAdjustment(
  line: AuditedLine,
  before: readonly AuditedLine[],
  own: readonly TaxOfLine[],
  places: number,
): TaxedPart[] {
  if (line.off !== undefined) return partsOfPercentage(line, line.off, places);
  const inScope = before.filter((other) => line.priceId === null || other.priceId === line.priceId);
  const { start, end } = line.service;
  const inPeriod = inScope.filter(
    (other) =>
      (other.service.start === start && other.service.end === end) ||
      (start <= other.countedOn && other.countedOn < end) ||
      servesLonger(other, line),
  );
  const sums = sumsOf((inPeriod.length > 0 ? inPeriod : inScope).flatMap(({ parts }) => parts ?? []));
  const [only] = sums;
  if (only !== undefined && sums.length === 1) return [{ amount: line.amount, taxes: only.taxes }];
  const whole = Rational.sum(sums.map(({ sum }) => sum));
  const isCovered = whole.isPositive() && line.amount.abs().compare(whole) <= 0;
  const bearing = isCovered ? sums : sums.filter(({ sum }) => sum.isPositive());
  if (bearing.length === 0) return [{ amount: line.amount, taxes: own }];
  const shares = shareOut(
    line.amount,
    bearing.map(({ sum }) => sum),
    places,
  );
  return bearing.map(({ taxes }, index) => ({ amount: shares[index] ?? Rational.zero, taxes }));
}

/** A percentage of each set of taxes that its lines are under, rounded down, and the units that are left to the largest remainders. */
function partsOfPercentage({ amount }: AuditedLine, off: NonNullable<AuditedLine["off"]>, places: number): TaxedPart[] {
  const sums = sumsOf(off.lines.flatMap(({ parts }) => parts ?? []));
  const exact = sums.map(({ sum }) => sum.times(off.value).over(Rational.whole(-100)));
  const shares = raised(amount, exact, places);
  return sums.map(({ taxes }, index) => ({ amount: shares[index] ?? Rational.zero, taxes }));
}

/** A limit also follows what is for longer than its period and serves days of it. */
function servesLonger(other: AuditedLine, { kind, interval, service }: AuditedLine): boolean {
  if (kind === "discount" || interval === null || !isSpread(other, interval)) return false;
  return other.service.start < service.end && service.start < other.service.end;
}

/** In proportion to weights, in minor units: rounded down, and the units that are left to the largest remainders. */
function shareOut(amount: Rational, weights: readonly Rational[], places: number): Rational[] {
  if (Rational.sum(weights).isNegative()) {
    return shareOut(
      amount,
      weights.map((weight) => weight.negated()),
      places,
    );
  }
  const sum = Rational.sum(weights);
  return raised(
    amount,
    weights.map((weight) => amount.times(weight).over(sum)),
    places,
  );
}

/** Shares in minor units that sum to an amount: each rounded down, and what is left to the largest remainders. */
function raised(amount: Rational, shares: readonly Rational[], places: number): Rational[] {
  const unit = Rational.whole(1).over(Rational.whole(10n ** BigInt(places)));
  const exact = shares.map((share) => share.over(unit));
  const down = exact.map((one) => Rational.whole(-one.negated().ceiling()));
  const left = Number(amount.over(unit).minus(Rational.sum(down)).ceiling());
  const order = exact
    .map((one, index) => ({ index, rest: one.minus(down[index] ?? Rational.zero) }))
    .toSorted((a, b) => b.rest.compare(a.rest) || a.index - b.index);
  const up = new Set(order.slice(0, left).map(({ index }) => index));
  return down.map((one, index) => (up.has(index) ? one.plus(Rational.whole(1)) : one).times(unit));
}
