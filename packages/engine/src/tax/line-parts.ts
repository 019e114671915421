import { Temporal } from "temporal-polyfill";
import { type DatePeriod, overlap } from "../calendar/interval.ts";
import { isInScope, type Scope } from "../billing/contract.ts";
import { isSpread } from "../billing/counted-share.ts";
import { Decimal } from "../decimal/decimal.ts";
import { minorUnits } from "../money/currency.ts";
import type { InvoiceLineDraft } from "../billing/invoice-line-draft.ts";
import { apportion, roundTo } from "./apportion.ts";
import { chooseTaxes } from "./choose-taxes.ts";
import { type LinePart, taxesKey } from "./tax-lines.ts";
import type { PriceTax, TaxTerms, Treatment } from "./tax-terms.ts";

/** What tax looks at of a line. */
export interface TaxableLine extends Pick<
  InvoiceLineDraft,
  "kind" | "priceId" | "productId" | "adjustmentId" | "service" | "countedOn" | "countedInterval" | "amount"
> {
  /** Of an adjustment of a version: the prices that it is for, where it is not for all. */
  readonly scopePriceIds?: readonly string[] | null;
  /** The frozen parts of the lines that it gives back from or corrects: it bears their taxes. Missing where it corrects none. */
  readonly corrects?: readonly LinePart[] | undefined;
  /** Missing of what is no discount by percentage. */
  readonly percentage?: TaxablePercentage | undefined;
  /** Of a limit: the parts of what other invoices billed in its period, its own lines there among them. Missing where there is nothing. */
  readonly billed?: readonly LinePart[] | undefined;
}

/** A discount by percentage: the per cent, and where the lines stand that it is taken off. */
export interface TaxablePercentage {
  readonly value: Decimal;
  /** Credit notes left less of it than its share of the lines. */
  readonly isLimited: boolean;
  readonly positions: readonly number[];
}

/** What tax has to know beside the lines. */
export interface TaxSources {
  readonly terms: TaxTerms;
  readonly currency: string;
  /** The day on which the invoice is billed. */
  readonly on: Temporal.PlainDate;
  /** What the price and the product of a line say about tax. A line may have neither. */
  priceTax(line: Pick<TaxableLine, "priceId" | "productId">): PriceTax;
}

/**
 * Puts each line under its taxes. An adjustment follows the lines that it adjusts, in proportion to what stands under each
 * set of taxes: of its price or of all prices, in its own period where it has lines there. Lines are in the order of R-SUB-8,
 * so that an adjustment also follows those before it.
 */
export function lineParts(lines: readonly TaxableLine[], sources: TaxSources): LinePart[][] {
  const before: Placed[] = [];
  return lines.map((line) => {
    const parts =
      line.adjustmentId === null
        ? ownParts(line, sources)
        : (percentageParts(line, before, sources) ?? adjustedParts(line, before, sources));
    before.push({ line, parts });
    return parts;
  });
}

interface Placed {
  readonly line: TaxableLine;
  readonly parts: readonly LinePart[];
}

function ownParts(line: TaxableLine, { terms, on, priceTax, currency }: TaxSources): LinePart[] {
  if (line.corrects !== undefined) return correctedParts(line.amount, line.corrects, currency);
  const day = dayOfSupply(line, on).toString();
  return [{ amount: line.amount, taxes: chooseTaxes(terms, priceTax(line), day) }];
}

/**
 * An amount under the taxes of what it corrects, in proportion to what is under each. What charges more follows only what was charged:
 * an earlier correction may have given back under other taxes, and is not enlarged.
 */
function correctedParts(amount: Decimal, corrects: readonly LinePart[], currency: string): LinePart[] {
  const sums = taxSums(corrects);
  const charged = amount.isPositive() ? sums.filter(({ sum }) => sum.isPositive()) : [];
  const weighed = charged.length > 0 ? charged : sums.filter(({ sum }) => !sum.isZero());
  // What came to nothing, such as usage within a free tier, still says which taxes it is under.
  const shared = Decimal.sum(weighed.map(({ sum }) => sum)).isZero()
    ? sums.slice(0, 1).map(({ taxes }) => ({ taxes, sum: Decimal.one }))
    : weighed;
  return apportion(amount, shared, ({ sum }) => sum, minorUnits(currency)).map(([{ taxes }, part]) => {
    return { amount: part, taxes };
  });
}

/** What is under each set of taxes. */
function taxSums(parts: readonly LinePart[]): TaxSum[] {
  return [...Map.groupBy(parts, ({ taxes }) => taxesKey(taxes)).values()].flatMap((group) =>
    group.slice(0, 1).map(({ taxes }) => ({ taxes, sum: Decimal.sum(group.map((part) => part.amount)) })),
  );
}

/**
 * The day whose rates a line bears: of what is over, the last day of its service; of what is billed in advance, the billing
 * date. A credit bears those of the line that it gives back, where that is on the same invoice.
 */
export function dayOfSupply(
  { kind, service, countedOn }: Pick<TaxableLine, "kind" | "service" | "countedOn">,
  on: Temporal.PlainDate,
): Temporal.PlainDate {
  const day = kind === "credit" ? countedOn : service.end.subtract({ days: 1 });
  return Temporal.PlainDate.compare(day, on) <= 0 ? day : on;
}

/**
 * A percentage is of each line that it is taken off, a credit among them: under each set of taxes the share of what stands there. What credit
 * notes limit is shared in proportion.
 */
function percentageParts(
  { amount, percentage }: TaxableLine,
  before: readonly Placed[],
  { currency }: TaxSources,
): LinePart[] | undefined {
  if (percentage === undefined) return undefined;
  const positions = new Set(percentage.positions);
  const counted = before.filter((_, position) => positions.has(position));
  const sums = taxSums(counted.flatMap(({ parts }) => parts));
  const share = percentage.value.times(HUNDREDTH).negate();
  const shared = percentage.isLimited
    ? apportion(amount, sums, ({ sum }) => sum, minorUnits(currency))
    : roundTo(amount, sums, ({ sum }) => sum.times(share), minorUnits(currency));
  return shared.map(([{ taxes }, part]) => ({ taxes, amount: part }));
}

const HUNDREDTH = Decimal.of("0.01");

function adjustedParts(line: TaxableLine, before: readonly Placed[], sources: TaxSources): LinePart[] {
  const inScope = before.filter((other) => isInScope(scopeOf(line), other.line));
  const inPeriod = inScope.filter(
    ({ line: other }) =>
      isSame(other.service, line.service) || isWithin(other.countedOn, line.service) || isSpreadOver(other, line),
  );
  const { billed, amount: limited } = line;
  if (billed !== undefined) {
    const here = inPeriod.flatMap(({ parts }) => parts);
    return limitParts(limited, { here, billed }, sources.currency);
  }
  const followed = (inPeriod.length > 0 ? inPeriod : inScope).flatMap(({ parts }) => parts);
  const shared = sharing(taxSums(followed), line.amount);
  if (shared.length === 0) return ownParts(line, sources);
  return apportion(line.amount, shared, ({ sum }) => sum, minorUnits(sources.currency)).map(([{ taxes }, amount]) => {
    return { amount, taxes };
  });
}

function scopeOf({ priceId, scopePriceIds = null }: TaxableLine): Scope {
  if (priceId !== null) return { kind: "price", priceId };
  return scopePriceIds === null || scopePriceIds.length === 0
    ? { kind: "subscription" }
    : { kind: "version", priceIds: scopePriceIds };
}

/**
 * A limit first takes off what its invoice charges in its period, or takes back of what this gives back. What it comes to beyond that
 * is of the lines of other invoices, and bears the taxes that these were billed with: in proportion to what stands in the period.
 */
function limitParts(
  amount: Decimal,
  { here, billed }: { readonly here: readonly LinePart[]; readonly billed: readonly LinePart[] },
  currency: string,
): LinePart[] {
  const opposite = Decimal.sum(here.map((part) => part.amount)).negate();
  const isOpposite = !opposite.isZero() && opposite.isNegative() === amount.isNegative();
  const whole = isOpposite ? opposite : Decimal.zero;
  const onHere = amount.isNegative() ? Decimal.max(amount, whole) : Decimal.min(amount, whole);
  const ofHere = apportion(onHere, taxSums(here), ({ sum }) => sum, minorUnits(currency)).map(([{ taxes }, part]) => ({
    amount: part,
    taxes,
  }));
  const rest = correctedParts(amount.minus(onHere), [...billed, ...here, ...ofHere], currency);
  const sums = taxSums([...ofHere, ...rest]);
  const bearing = sums.filter(({ sum }) => !sum.isZero());
  return (bearing.length > 0 ? bearing : sums.slice(0, 1)).map(({ taxes, sum }) => ({ amount: sum, taxes }));
}

interface TaxSum {
  readonly taxes: Treatment;
  readonly sum: Decimal;
}

/**
 * The sums that bear an adjustment. What is not larger than all of them together and takes off them is shared as they stand, a credit
 * taking its share back; so is what takes back of credits. What is larger is borne only by those above zero, lest a small rest of large
 * sums be multiplied, or by those below where nothing is charged. What comes to nothing bears nothing.
 */
function sharing(sums: readonly TaxSum[], amount: Decimal): readonly TaxSum[] {
  const standing = sums.filter(({ sum }) => !sum.isZero());
  const only = sums.length === 1 ? sums : standing;
  if (only.length === 1) return only.map(({ taxes }) => ({ taxes, sum: Decimal.one }));
  const whole = Decimal.sum(standing.map(({ sum }) => sum));
  const takesBack = whole.isPositive() || amount.isPositive();
  if (takesBack && !whole.isZero() && amount.abs().compare(whole.abs()) <= 0) return standing;
  const charged = standing.filter(({ sum }) => sum.isPositive());
  return charged.length > 0 ? charged : standing;
}

/** A limit also follows what is for longer than its period and serves days of it. */
function isSpreadOver(other: TaxableLine, { kind, countedInterval, service }: TaxableLine): boolean {
  if (kind === "discount" || countedInterval === null || !isSpread(other, countedInterval)) return false;
  return overlap(other.service, service.start, service.end) !== undefined;
}

function isSame(a: DatePeriod, b: DatePeriod): boolean {
  return a.start.equals(b.start) && a.end.equals(b.end);
}

function isWithin(day: Temporal.PlainDate, { start, end }: DatePeriod): boolean {
  return Temporal.PlainDate.compare(start, day) <= 0 && Temporal.PlainDate.compare(day, end) < 0;
}
