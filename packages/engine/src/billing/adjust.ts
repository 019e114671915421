import type { Temporal } from "temporal-polyfill";
import { type DatePeriod, earlier, isBefore, later, overlap } from "../calendar/interval.ts";
import { Decimal } from "../decimal/decimal.ts";
import { adjustedAmount } from "./adjusted-amount.ts";
import type { AdjustmentDue, DiscountDue, LimitDue, SpentBefore } from "./adjustment-due.ts";
import { adjustmentLine, basisOf, type CountedLine, intervalOf, settledHere } from "./adjustment-line.ts";
import { isBilledElsewhere } from "./billed-elsewhere.ts";
import { arrearsDueOn, type BilledPeriod, billedPeriodAt } from "./billed-period.ts";
import {
  type Contract,
  type ContractDiscount,
  type ContractThreshold,
  type InScope,
  isInScope,
  ofScope,
  placeOfScope,
  type Scope,
  serviceStart,
  type VersionWindow,
} from "./contract.ts";
import { type Countable, countedPeriods, countedShare, isWithin, longestInterval } from "./counted-share.ts";
import type { CountedShare } from "./line-share.ts";
import { arrearsPeriods, shareOf } from "./due-slots.ts";
import type { InvoiceLineDraft } from "./invoice-line-draft.ts";
import { unlessZero } from "./line-basis.ts";
import { isLimitedByNotes, isRelief, mostTakenOff } from "./noted-percentage.ts";
import { servedDays } from "./pause.ts";
import { servedParts } from "./served-parts.ts";
import { isInWindow, isSoldIn, replacedVersion } from "./version-window.ts";

/** The kinds of adjustment in their order, first for each price and last for the whole subscription (R-SUB-8). */
const ORDER = ["discount", "minimum", "maximum"] as const;

/**
 * The ranks in that order: 1–3 for a price, 4–6 for prices of a version, 7–9 for everything that a version sells, 10–12
 * for the subscription. An adjustment counts the lines of all lower ranks.
 */
export const RANKS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const;

const LIMITS = { min: "minimum", max: "maximum" } as const;

/** All adjustments that the lines of an invoice may cause, directly or through other adjustments. */
export function possibleAdjustments(
  contract: Contract,
  on: Temporal.PlainDate,
  lines: readonly Counted[],
): AdjustmentDue[] {
  const counted = [...lines];
  return RANKS.flatMap((rank) => {
    const due = adjustmentsDue(contract, on, counted, rank);
    // A percentage discount adds no new periods: it counts in the periods of the lines that are already here. An amount
    // may count in its whole period, even if the lines cover only a part of it.
    counted.push(...due.flatMap((one) => mayCount(one, counted)));
    return due;
  });
}

/** What counts towards adjustments, and when it counts. */
type Counted = Countable & InScope & Partial<Pick<InvoiceLineDraft, "kind" | "versionId">>;

/** Whether an adjustment considers a line, in any period. */
function isLookedAt(
  contract: Contract,
  { scope, window }: Pick<ContractDiscount | ContractThreshold, "scope" | "window">,
  line: Counted,
): boolean {
  return isInScope(scope, line) && isSoldIn(contract, window, line);
}

function mayCount(due: AdjustmentDue, lines: readonly Counted[]): Counted[] {
  const { scope, interval, type } = due.source;
  if (type === "percentage") return [];
  const counted = lines.filter((line) => isInScope(scope, line));
  return [
    {
      ...ofScope(scope),
      service: due.period,
      countedOn: due.period.start,
      countedInterval:
        due.kind === "discount" ? longestInterval(counted.map((line) => line.countedInterval)) : interval,
    },
  ];
}

/**
 * The adjustments of one rank (R-SUB-8) that the lines before it may cause: discounts and maximums of the periods in
 * which a line counts, and minimums of the periods that end or that ended earlier and change again.
 */
export function adjustmentsDue(
  contract: Contract,
  on: Temporal.PlainDate,
  lines: readonly Counted[],
  rank: number,
): AdjustmentDue[] {
  const discounts = contract.discounts.filter(({ scope }) => rankOf(scope, "discount") === rank);
  const limits = contract.thresholds.filter(({ scope, type }) => rankOf(scope, LIMITS[type]) === rank);
  return [
    ...discounts.flatMap((source) => discountsDue(contract, source, lines)),
    ...limits.flatMap((source) => limitsDue(contract, source, on, lines)),
  ];
}

/** The lines that move a discount or limit to its current total, or none if it is already there. */
export function adjustmentLines(
  contract: Contract,
  due: AdjustmentDue,
  lines: readonly InvoiceLineDraft[],
  before: SpentBefore,
): InvoiceLineDraft[] {
  const isCounted = (line: InvoiceLineDraft) =>
    due.kind === "discount" ? isLookedAt(contract, due.source, line) : isInScope(due.source.scope, line);
  const counted = lines.flatMap((line, position) => {
    const part = isCounted(line) ? partCounted(contract, due, line) : undefined;
    return part === undefined ? [] : [{ line, position, share: part === "whole" ? null : part }];
  });
  const amounts = lines.map((line) => line.amount);
  if (due.kind === "discount" && due.source.type === "percentage") {
    return percentageLines(contract, due, counted, lines);
  }
  const decidedBy = {
    ...basisOf(due, counted, before),
    ...unlessZero("settledHere", settledHere(counted, contract.currency)),
  };
  const proration = due.kind === "discount" ? null : due.proration;
  const { amount, exact, settledByNotes } = adjustedAmount(decidedBy, amounts, proration, contract.currency);
  // If credit notes settled the adjustment, a line of zero is kept: later invoices build on it.
  if (amount.isZero() && settledByNotes.isZero()) return [];
  const basis = { ...decidedBy, ...unlessZero("settledByNotes", settledByNotes) };
  if (due.kind !== "discount") {
    const counts = { service: due.service, countedOn: due.period.start, countedInterval: due.source.interval };
    return [adjustmentLine(contract, due, { basis, counts, amount, exactAmount: exact })];
  }
  // A discount counts in the period of the lines that it reduces: limits may have other periods than the discount.
  const countedOn = counted.map(({ line }) => line.countedOn).reduce(earlier, due.period.end);
  return [
    adjustmentLine(contract, due, {
      basis,
      counts: { service: due.period, countedOn, ...intervalOf(counted) },
      amount,
      exactAmount: exact,
    }),
  ];
}

/** How much of a line a period counts. A discount counts the whole line, whatever days the line covers. */
function partCounted(
  contract: Contract,
  due: AdjustmentDue,
  line: InvoiceLineDraft,
): CountedShare | "whole" | undefined {
  if (due.kind !== "discount") return countedShare(contract, due.source.interval, line, due.period);
  return isWithin(line.countedOn, due.period) ? "whole" : undefined;
}

/**
 * Applies a percentage to the lines and their earlier adjustments. There is one line for each service period, and a
 * credit reverses its share. Lines that count in different periods of later adjustments get separate lines, so that
 * each discount line counts in the right period. Discounts that are reversed under a limit from credit notes are
 * separate from those of new charges.
 */
function percentageLines(
  contract: Contract,
  due: DiscountDue,
  counted: readonly CountedLine[],
  lines: readonly InvoiceLineDraft[],
): InvoiceLineDraft[] {
  const laterPeriods = laterPeriodsOf(contract, due);
  const isNoted = counted.some(({ line }) => isLimitedByNotes(line));
  const parts = Map.groupBy(counted, ({ line }) => {
    const isApart = isNoted && (isLimitedByNotes(line) || isRelief(line));
    return `${isApart ? "noted" : `${line.service.start} ${line.service.end}`} ${laterPeriods(line.countedOn)}`;
  });
  const amounts = lines.map((line) => line.amount);
  return [...parts.values()].flatMap((part) => {
    const first = part[0]?.line;
    const decidedBy = {
      ...basisOf(due, part, NOTHING_BEFORE),
      ...mostTakenOff(
        due,
        part.map(({ line }) => line),
      ),
    };
    const { amount, exact, settledByNotes } = adjustedAmount(decidedBy, amounts, null, contract.currency);
    if (first === undefined || (exact.isZero() && settledByNotes.isZero())) return [];
    const { service, countedOn } = first;
    const basis = { ...decidedBy, ...unlessZero("settledByNotes", settledByNotes) };
    return [
      adjustmentLine(contract, due, {
        basis,
        counts: { service, countedOn, ...intervalOf(part) },
        amount,
        exactAmount: exact,
      }),
    ];
  });
}

const NOTHING_BEFORE: SpentBefore = { spent: Decimal.zero, adjusted: Decimal.zero, oneOffs: Decimal.zero };

/** Names the periods in which a day counts for the limits and discounts that apply after a discount. */
function laterPeriodsOf(contract: Contract, { source, rank }: DiscountDue): (day: Temporal.PlainDate) => string {
  const own = ofScope(source.scope);
  const comesLater = (scope: Scope, kind: AdjustmentDue["kind"]) => rankOf(scope, kind) > rank && isInScope(scope, own);
  const limits = contract.thresholds.filter(({ scope, type }) => comesLater(scope, LIMITS[type]));
  const discounts = contract.discounts.filter(({ scope }) => comesLater(scope, "discount"));
  return (day) => {
    const periods = [...limits, ...discounts].map(({ interval }) => billedPeriodAt(contract, interval, day).span.start);
    return [...periods, ...discounts.map((discount) => lasts(discount, day))].join(" ");
  };
}

function lasts({ startsOn, endsOn }: ContractDiscount, day: Temporal.PlainDate): boolean {
  return !isBefore(day, startsOn) && (endsOn === null || isBefore(day, endsOn));
}

/** The periods in which lines count while the discount lasts. */
function discountsDue(contract: Contract, source: ContractDiscount, lines: readonly Counted[]): DiscountDue[] {
  const { interval, scope, startsOn, endsOn, window } = source;
  const rank = rankOf(scope, "discount");
  const looked = lines.filter((line) => isLookedAt(contract, source, line));
  const counted = looked.map((line) => line.countedOn);
  const [first, ...rest] = counted;
  if (first === undefined) return [];
  const days = { start: rest.reduce(earlier, first), end: rest.reduce(later, first).add({ days: 1 }) };
  const replaced = window === undefined ? [] : looked.filter((line) => replacedVersion(contract, line) !== undefined);
  const isReplacedIn = (span: DatePeriod) => replaced.some(({ countedOn }) => isWithin(countedOn, span));
  // An amount is per period. For a percentage it matters only whether a line counts while the discount lasts.
  const spans = source.type === "percentage" ? [days] : periodsOf(contract, interval, counted).map(({ span }) => span);
  return spans.flatMap((span) => {
    // A credit reverses the discount of its version. It counts on the day on which another version replaced that one.
    const period = overlap(span, startsOn, isReplacedIn(span) ? null : endsOn);
    return period === undefined ? [] : [{ kind: "discount", source, period, rank }];
  });
}

function limitsDue(
  contract: Contract,
  source: ContractThreshold,
  on: Temporal.PlainDate,
  lines: readonly Counted[],
): LimitDue[] {
  const { interval, scope, window } = source;
  const kind = LIMITS[source.type];
  const counted = lines.filter((line) => isInScope(scope, line));
  const moved = distinct(counted.flatMap((line) => countedPeriods(contract, interval, line)));
  const isOver = (period: BilledPeriod) => isBefore(arrearsDueOn(contract, period), on);
  const settled = kind === "minimum" ? moved.filter(isOver) : moved;
  return distinct([...arrearsPeriods(contract, interval, on), ...settled]).flatMap((whole) => {
    const served = servedParts(contract, scope, whole.span);
    if (window !== undefined && !isOfPeriod(contract, { window, served, whole, counted })) return [];
    const days = served.reduce((sum, part) => sum + servedDays(contract, part), 0);
    // Without a day of service there is no minimum, and no maximum reduces what stays charged. But a reduction that was
    // granted is reversed together with the lines that it reduced.
    const isUnmoved = kind === "minimum" || !moved.some(({ span }) => span.start.equals(whole.span.start));
    if (days === 0 && isUnmoved) return [];
    if (kind === "minimum" && isBilledElsewhere(contract, scope, whole)) return [];
    const service = {
      start: served.map((part) => part.start).reduce(earlier, whole.span.end),
      end: served.map((part) => part.end).reduce(later, whole.span.start),
    };
    const proration = shareOf(days, whole);
    const rank = rankOf(scope, kind);
    return [{ kind, source, period: whole.span, rank, service: served.length === 0 ? whole.span : service, proration }];
  });
}

interface LimitedPeriod {
  readonly window: VersionWindow;
  readonly served: readonly DatePeriod[];
  readonly whole: BilledPeriod;
  readonly counted: readonly Counted[];
}

/**
 * Whether a version's limit applies to a period. It does if the first day of service is in the limit's window, so that
 * each period of the same prices has one limit. Without service days, it applies if its window sold one of the lines.
 */
function isOfPeriod(contract: Contract, { window, served, whole: { span }, counted }: LimitedPeriod): boolean {
  const [first, ...rest] = served.map(({ start }) => start);
  if (first !== undefined) return isInWindow(rest.reduce(earlier, first), window);
  return counted.some((line) => isWithin(line.countedOn, span) && isSoldIn(contract, window, line));
}

/** The periods that contain the days. A day before the service starts, such as one in a trial, is in no period. */
function periodsOf(contract: Contract, interval: ContractDiscount["interval"], days: readonly Temporal.PlainDate[]) {
  const served = days.filter((day) => !isBefore(day, serviceStart(contract)));
  return distinct(served.map((day) => billedPeriodAt(contract, interval, day)));
}

function distinct(periods: readonly BilledPeriod[]): BilledPeriod[] {
  return [...new Map(periods.map((period) => [period.span.start.toString(), period])).values()];
}

function rankOf(scope: Scope, kind: AdjustmentDue["kind"]): number {
  return ORDER.indexOf(kind) + 1 + ORDER.length * placeOfScope(scope);
}
