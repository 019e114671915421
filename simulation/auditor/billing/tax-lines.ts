import type {
  AuditedInvoice,
  AuditedLine,
  AuditedSubscription,
  AuditedTax,
  Books,
  TaxedPart,
  TaxOfLine,
} from "../books.ts";
import { type Day, daysIn, earlier, later, type Span } from "../calendar.ts";
import { placesOf } from "../currency.ts";
import { chargedPeriod } from "../periods.ts";
import { Rational } from "../rational.ts";
import { rankOf } from "./rank.ts";
import { countedByPeriod, isSpread } from "./spread.ts";
import { orderOfWriting } from "./takes.ts";
import { keyOf, taxesOfToday, taxOf } from "./tax.ts";

/**
 * Puts the lines of an invoice under their taxes, and sums them up. What is given back bears the taxes of its line, an adjustment
 * those of the lines that it adjusts, and everything else those of today (R-INV-6).
 */
export function taxLines(
  books: Books,
  subscription: AuditedSubscription,
  billingDate: Day,
  lines: readonly AuditedLine[],
): AuditedTax {
  const { made } = subscription;
  const before: AuditedLine[] = [];
  for (const line of lines) {
    const category = books.categories.get(line.priceId ?? "") ?? null;
    const today = taxesOfToday(books, made.accountId, category);
    const places = placesOf(made.currency);
    // Of drafts that are counted once more in the same go, and come after this one, no taxes are known.
    const corrected = (line.of === undefined ? (line.corrects ?? []) : [line.of]).flatMap(({ parts }) => parts ?? []);
    line.parts =
      rankOf(line) > 0
        ? partsOfAdjustment(
            subscription,
            line,
            { before, billed: limitedParts(subscription, billingDate, lines, line) },
            today,
            places,
          )
        : corrected.length === 0
          ? [{ amount: line.amount, taxes: today }]
          : partsOfCorrection(line.amount, corrected, places);
    before.push(line);
  }
  return taxOf(
    made.currency,
    lines.flatMap(({ parts }) => parts ?? []),
  );
}

/**
 * What corrects several lines under different taxes bears them in proportion to what is under each; what charges, and what gives back
 * more than there is in all, only those under which more was charged than given back.
 */
function partsOfCorrection(amount: Rational, corrected: readonly TaxedPart[], places: number): TaxedPart[] {
  const sums = sumsOf(corrected);
  const above = sums.filter(({ sum }) => sum.isPositive());
  const isMore = Rational.sum([amount, ...sums.map(({ sum }) => sum)]).isNegative();
  const isAbove = (amount.isPositive() || isMore) && above.length > 0;
  const weighed = isAbove ? above : sums.filter(({ sum }) => !sum.isZero());
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

interface TaxSum {
  readonly taxes: readonly TaxOfLine[];
  readonly sum: Rational;
}

/** What is under each set of taxes. */
function sumsOf(parts: readonly TaxedPart[]): TaxSum[] {
  return [...Map.groupBy(parts, ({ taxes }) => keyOf(taxes)).values()].map((group) => ({
    taxes: group[0]?.taxes ?? [],
    sum: Rational.sum(group.map(({ amount }) => amount)),
  }));
}

/**
 * What is adjusted stands under some sets of taxes: each bears its share, by largest remainder. What is given back takes the discount
 * on it back under its own taxes.
 */
function partsOfAdjustment(
  subscription: AuditedSubscription,
  line: AuditedLine,
  { before, billed }: { readonly before: readonly AuditedLine[]; readonly billed: readonly TaxedPart[] },
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
  const isLimit = line.kind === "minimum" || line.kind === "maximum";
  const here = isLimit ? countedHere(subscription, line, inScope) : inPeriod.flatMap(({ parts }) => parts ?? []);
  if (billed.length > 0) return partsOfLimit(line.amount, here, billed, places);
  const all = sumsOf(here.length > 0 ? here : inScope.flatMap(({ parts }) => parts ?? []));
  const sums = all.length === 1 ? all : all.filter(({ sum }) => !sum.isZero());
  const [only] = sums;
  if (only === undefined) return [{ amount: line.amount, taxes: own }];
  if (sums.length === 1) return [{ amount: line.amount, taxes: only.taxes }];
  const whole = Rational.sum(sums.map(({ sum }) => sum));
  const isAgainst = line.amount.isPositive() || whole.isPositive();
  const isCovered = isAgainst && !whole.isZero() && line.amount.abs().compare(whole.abs()) <= 0;
  const above = sums.filter(({ sum }) => sum.isPositive());
  const bearing = isCovered || above.length === 0 ? sums : above;
  const shares = shareOut(
    line.amount,
    bearing.map(({ sum }) => sum),
    places,
  );
  return bearing.map(({ taxes }, index) => ({ amount: shares[index] ?? Rational.zero, taxes }));
}

/** What a limit counts of the invoice's lines before it: of what serves several of its periods, the part for its own. */
function countedHere(
  subscription: AuditedSubscription,
  { period, interval }: AuditedLine,
  inScope: readonly AuditedLine[],
): TaxedPart[] {
  if (period === undefined || interval === null) return [];
  return inScope.flatMap((line) => {
    if (!countedByPeriod(subscription, line, interval).has(period)) return [];
    return (line.parts ?? []).map(({ taxes, amount }) => ({
      taxes,
      amount: countedByPeriod(subscription, { ...line, amount }, interval).get(period) ?? Rational.zero,
    }));
  });
}

/** A limit takes off what its invoice charges, and beyond that it is of what other invoices billed in its period. */
function partsOfLimit(
  amount: Rational,
  here: readonly TaxedPart[],
  billed: readonly TaxedPart[],
  places: number,
): TaxedPart[] {
  const charged = Rational.sum(here.map((part) => part.amount));
  const isCounter = !charged.isZero() && charged.isNegative() !== amount.isNegative();
  const isAll = amount.abs().compare(charged.abs()) <= 0;
  const onHere = isCounter ? (isAll ? amount : charged.negated()) : Rational.zero;
  const sums = sumsOf(here);
  const weights = sums.map(({ sum }) => sum);
  const shares = onHere.isZero() ? weights.map(() => Rational.zero) : shareOut(onHere, weights, places);
  const ofHere = sums.map(({ taxes }, index) => ({ taxes, amount: shares[index] ?? Rational.zero }));
  const rest = amount.minus(onHere);
  const parts = [...ofHere, ...partsOfCorrection(rest, [...billed, ...here, ...ofHere], places)];
  // Taxes under which it takes off nothing are not its taxes: what adjusts the limit in its turn does not follow them.
  const bearing = sumsOf(parts).filter(({ sum }) => !sum.isZero());
  return bearing.length === 0 ? parts.slice(0, 1) : bearing.map(({ taxes, sum }) => ({ taxes, amount: sum }));
}

/**
 * What other invoices billed in the period of a limit that gives back: issued ones, and drafts before its own. Of what serves other
 * periods too, the share of its days.
 */
function limitedParts(
  subscription: AuditedSubscription,
  billingDate: Day,
  lines: readonly AuditedLine[],
  limit: AuditedLine,
): TaxedPart[] {
  const { kind, period: start, interval } = limit;
  const isLimit = kind === "maximum" || (kind === "minimum" && limit.amount.isNegative());
  if (!isLimit || start === undefined || interval === null) return [];
  const period = chargedPeriod(subscription, interval, start);
  const all = subscription.invoices;
  const own = all.findIndex((one) => one.lines === lines);
  const isBefore = (one: AuditedInvoice, at: number): boolean =>
    one.billingDate < billingDate || (one.billingDate === billingDate && (own < 0 || at < own));
  const others = all.filter(
    (one, at) => one.lines !== lines && !one.isVoid && (one.issuedAt !== null || isBefore(one, at)),
  );
  const counted = others
    .flatMap((one) => one.lines)
    .filter(
      (line) =>
        (line.kind === kind && line.source === limit.source) ||
        ((limit.priceId === null || line.priceId === limit.priceId) && rankOf(line) < rankOf(limit)),
    );
  return counted
    .toSorted((a, b) => orderOfWriting(subscription, a, b))
    .flatMap((line) => {
      const [span, days] = isSpread(line, interval)
        ? [overlap(line.service, period), daysIn(line.service)]
        : [line.countedOn >= period.start && line.countedOn < period.end ? 1 : 0, 1];
      if (span === 0) return [];
      const share = Rational.whole(span).over(Rational.whole(days));
      return (line.parts ?? []).map(({ taxes, amount }) => ({
        taxes,
        amount: amount.times(share).rounded(placesOf(subscription.made.currency)),
      }));
    });
}

/** The days that two spans share. */
function overlap(a: Span, b: Span): number {
  const span = { start: later(a.start, b.start), end: earlier(a.end, b.end) };
  return span.start < span.end ? daysIn(span) : 0;
}

/** A percentage of each set of taxes that its lines are under, rounded down, and the units that are left to the largest remainders. */
function partsOfPercentage(
  { amount, isNoteLimited }: AuditedLine,
  off: NonNullable<AuditedLine["off"]>,
  places: number,
): TaxedPart[] {
  const sums = sumsOf(off.lines.flatMap(({ parts }) => parts ?? []));
  const exact = sums.map(({ sum }) => sum.times(off.value).over(Rational.whole(-100)));
  const shares = isNoteLimited === true ? partsInProportion(amount, sums, places) : raised(amount, exact, places);
  return sums.map(({ taxes }, index) => ({ amount: shares[index] ?? Rational.zero, taxes }));
}

/** Of what notes limit each set bears its share of what is left. */
function partsInProportion(amount: Rational, sums: readonly TaxSum[], places: number): Rational[] {
  const weights = sums.map(({ sum }) => sum);
  return Rational.sum(weights).isZero() ? weights.map(() => Rational.zero) : shareOut(amount, weights, places);
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
