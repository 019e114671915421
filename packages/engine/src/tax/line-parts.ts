import { Temporal } from "temporal-polyfill";
import { type DatePeriod, overlap } from "../calendar/interval.ts";
import { isInScope, type Scope } from "../billing/contract.ts";
import { isSpread, sharedAmount } from "../billing/counted-share.ts";
import type { CountedShare } from "../billing/line-share.ts";
import { Decimal } from "../decimal/decimal.ts";
import { minorUnits } from "../money/currency.ts";
import type { InvoiceLineDraft } from "../billing/invoice-line-draft.ts";
import { apportion, roundTo } from "./apportion.ts";
import { chooseTaxes } from "./choose-taxes.ts";
import { type LinePart, taxesKey } from "./tax-lines.ts";
import type { PriceTax, TaxTerms, Treatment } from "./tax-terms.ts";

/** The part of a line that matters for tax. */
export interface TaxableLine extends Pick<
  InvoiceLineDraft,
  "kind" | "priceId" | "productId" | "adjustmentId" | "service" | "countedOn" | "countedInterval" | "amount"
> {
  /** For an adjustment of a version: the prices that it applies to, if it does not apply to all. */
  readonly scopePriceIds?: readonly string[] | null;
  /** The frozen parts of the lines that it gives back or corrects: it has their taxes. Missing if it corrects none. */
  readonly corrects?: readonly LinePart[] | undefined;
  /** Only for a percentage discount. */
  readonly percentage?: TaxablePercentage | undefined;
  /**
   * Only for a limit: the parts of what other invoices billed in its period, including its own lines there. Missing if
   * there are none.
   */
  readonly billed?: readonly LinePart[] | undefined;
  /** Only for a limit: the lines of this invoice that it counts in its period. Missing: those in its period. */
  readonly counted?: readonly CountedPosition[] | undefined;
}

/** A line that a limit counts: its position on the invoice, and the share that counts, or null for all of it. */
export interface CountedPosition {
  readonly position: number;
  readonly share: CountedShare | null;
}

/** A percentage discount: the percentage, and the positions of the lines that it reduces. */
export interface TaxablePercentage {
  readonly value: Decimal;
  /** Whether credit notes left less of the discount than its share of the lines. */
  readonly isLimited: boolean;
  readonly positions: readonly number[];
}

/** The inputs of tax besides the lines. */
export interface TaxSources {
  readonly terms: TaxTerms;
  readonly currency: string;
  /** The billing date of the invoice. */
  readonly on: Temporal.PlainDate;
  /** The tax settings of a line's price and product. A line may have neither. */
  priceTax(line: Pick<TaxableLine, "priceId" | "productId">): PriceTax;
}

/**
 * Assigns taxes to each line. An adjustment follows the lines that it adjusts, in proportion to the amounts under each
 * set of taxes: the lines of its price or of all prices, in its own period if it has lines there. Lines are in the
 * order of R-SUB-8, so that an adjustment also follows earlier adjustments.
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
 * Splits an amount by the taxes of the parts that it corrects, in proportion to the amount under each set. An
 * additional charge follows only charges: an earlier correction may have given back under other taxes, which must not
 * grow. So does what gives back more than the parts sum to: otherwise it would multiply a small difference of large sums.
 */
function correctedParts(amount: Decimal, corrects: readonly LinePart[], currency: string): LinePart[] {
  const sums = taxSums(corrects);
  const isWithin = amount.negate().compare(Decimal.sum(sums.map(({ sum }) => sum))) <= 0;
  const charged = amount.isPositive() || !isWithin ? sums.filter(({ sum }) => sum.isPositive()) : [];
  const weighed = charged.length > 0 ? charged : sums.filter(({ sum }) => !sum.isZero());
  // Parts that sum to zero, such as usage within a free tier, still determine the taxes.
  const shared = Decimal.sum(weighed.map(({ sum }) => sum)).isZero()
    ? sums.slice(0, 1).map(({ taxes }) => ({ taxes, sum: Decimal.one }))
    : weighed;
  return apportion(amount, shared, ({ sum }) => sum, minorUnits(currency)).map(([{ taxes }, part]) => {
    return { amount: part, taxes };
  });
}

/** The sum under each set of taxes. */
function taxSums(parts: readonly LinePart[]): TaxSum[] {
  return [...Map.groupBy(parts, ({ taxes }) => taxesKey(taxes)).values()].flatMap((group) =>
    group.slice(0, 1).map(({ taxes }) => ({ taxes, sum: Decimal.sum(group.map((part) => part.amount)) })),
  );
}

/**
 * The day whose rates apply to a line: the last day of its service if that is past, or the billing date if the line is
 * billed in advance. A credit has the rates of the line that it gives back, if that is on the same invoice.
 */
export function dayOfSupply(
  { kind, service, countedOn }: Pick<TaxableLine, "kind" | "service" | "countedOn">,
  on: Temporal.PlainDate,
): Temporal.PlainDate {
  const day = kind === "credit" ? countedOn : service.end.subtract({ days: 1 });
  return Temporal.PlainDate.compare(day, on) <= 0 ? day : on;
}

/**
 * A percentage applies to each line that it reduces, credits included: under each set of taxes it takes its share. A
 * percentage that credit notes limit is split in proportion.
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
  const { billed, counted } = line;
  const here =
    counted === undefined
      ? inPeriod.flatMap(({ parts }) => parts)
      : counted.flatMap((one) => partsCounted(one, before, sources.currency));
  if (billed !== undefined) return limitParts(line.amount, { here, billed }, sources.currency);
  const followed = here.length > 0 ? here : inScope.flatMap(({ parts }) => parts);
  const shared = sharing(taxSums(followed), line.amount);
  if (shared.length === 0) return ownParts(line, sources);
  return apportion(line.amount, shared, ({ sum }) => sum, minorUnits(sources.currency)).map(([{ taxes }, amount]) => {
    return { amount, taxes };
  });
}

/** The parts of a line that a limit counts: if the line serves several periods, their share for the limit's period. */
function partsCounted({ position, share }: CountedPosition, before: readonly Placed[], currency: string): LinePart[] {
  const counted = before.slice(position, position + 1).flatMap(({ parts }) => parts);
  return counted.map(({ amount, taxes }) => ({ amount: sharedAmount(amount, share, currency), taxes }));
}

function scopeOf({ priceId, scopePriceIds = null }: TaxableLine): Scope {
  if (priceId !== null) return { kind: "price", priceId };
  return scopePriceIds === null || scopePriceIds.length === 0
    ? { kind: "subscription" }
    : { kind: "version", priceIds: scopePriceIds };
}

/**
 * A limit first reduces the charges of its own invoice in its period, or reverses credits on it. The rest belongs to
 * lines of other invoices and has the taxes with which they were billed, in proportion to the amounts in the period.
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
 * The sums among which an adjustment is split. If it reverses at most the total, it is split among all sums, so that a
 * credit takes its share back; this includes an adjustment that reverses credits. A larger one is split only among
 * positive sums, or among negative ones if there is no charge: otherwise it would multiply a small difference of large
 * sums. Sums of zero get nothing.
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

/** A limit also follows lines that are longer than its period and serve days of it. */
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
