import { Temporal } from "temporal-polyfill";
import { type BillingInterval, dayBefore, earlier, isBefore, later } from "../calendar/interval.ts";
import { billedPeriodAt } from "./billed-period.ts";
import { advanceInterval, arrearsInterval, type Contract } from "./contract.ts";
import { billedOnLastDay, type Segment, segments, servedPart } from "./segment.ts";

/**
 * The earliest date after `after` on which something of the contract may fall due, or null if nothing ever will. It may
 * return a date on which nothing is due, but it never skips one. The cost does not depend on the age of the contract.
 */
export function nextBillingDate(contract: Contract, after: Temporal.PlainDate | null): Temporal.PlainDate | null {
  const candidates = [
    ...segments(contract).flatMap((segment) => segmentDates(contract, segment, after)),
    ...thresholdDates(contract, after),
  ]
    .filter((date) => isAfter(date, after))
    .filter((date) => !isPast(contractEnd(contract), date));
  const [first, ...rest] = candidates;
  return first === undefined ? null : rest.reduce(earlier, first);
}

/** The date on which a one-off price is charged (R-TIME-2). */
export function oneOffDueOn(contract: Contract, segment: Segment): Temporal.PlainDate {
  const startsWithContract = segment.start.equals(contract.startsOn);
  return contract.chargesOneOffsAtStart && startsWithContract ? segment.start : later(segment.start, contract.anchor);
}

/**
 * Service starts on the first date. Periods start and end on the following dates, until the last served period is over.
 */
function segmentDates(
  contract: Contract,
  segment: Segment,
  after: Temporal.PlainDate | null,
): (Temporal.PlainDate | null)[] {
  const { price } = segment;
  if (price.schedule.kind === "one_off") return [oneOffDueOn(contract, segment)];
  const served = servedPart(contract, segment);
  // If the sale ends in the middle of a period, the unused advance is credited.
  const ends =
    segment.end === null
      ? []
      : [later(segment.end, contract.anchor), contractEnd(contract), lastChargedEnd(contract, segment, segment.end)];
  if (served === undefined) return ends;
  const first = later(served.start, contract.anchor);
  const intervals = [advanceInterval(price), arrearsInterval(price)].filter((interval) => interval !== null);
  const starts = intervals.map((interval) => {
    const next = nextPeriodStart(contract, interval, after);
    if (served.end === null) return next;
    const closing = nextPeriodStart(contract, interval, dayBefore(served.end));
    return isBefore(closing, next) ? null : next;
  });
  // If a pause ends in the middle of a period, the rest of the period is charged, or the advance for the paused days is
  // credited.
  const resumed = contract.pauses.map(({ endsOn }) => (endsOn === null ? null : later(endsOn, contract.anchor)));
  return [first, ...starts, ...resumed, ...ends];
}

/**
 * The end of a period that was billed on the day on which the sale ended and that stays charged: by then its pauses are
 * credited.
 */
function lastChargedEnd(contract: Contract, segment: Segment, end: Temporal.PlainDate): Temporal.PlainDate | null {
  const interval = advanceInterval(segment.price);
  if (interval === null) return null;
  return billedOnLastDay(contract, segment, billedPeriodAt(contract, interval, end).span)?.end ?? null;
}

/** Minimums are settled when their period ends, as long as the contract runs. */
function thresholdDates(contract: Contract, after: Temporal.PlainDate | null): (Temporal.PlainDate | null)[] {
  const intervals = new Set(contract.thresholds.map((threshold) => threshold.interval));
  const end = contractEnd(contract);
  return [...intervals].flatMap((interval) => {
    const next = nextPeriodStart(contract, interval, after);
    return [end === null || isBefore(next, end) ? next : end];
  });
}

/** When the last arrears of an ending contract fall due. */
function contractEnd(contract: Contract): Temporal.PlainDate | null {
  return contract.endsOn === null ? null : later(contract.endsOn, contract.anchor);
}

/** Nothing of a contract falls due after its end. */
function isPast(end: Temporal.PlainDate | null, date: Temporal.PlainDate): boolean {
  return end !== null && isBefore(end, date);
}

/** The first period start of the interval after `after`; the anchor if nothing was billed yet. */
function nextPeriodStart(
  contract: Contract,
  interval: BillingInterval,
  after: Temporal.PlainDate | null,
): Temporal.PlainDate {
  const { anchor } = contract;
  if (after === null || isBefore(after, anchor)) return anchor;
  return billedPeriodAt(contract, interval, after).span.end;
}

function isAfter(date: Temporal.PlainDate | null, after: Temporal.PlainDate | null): date is Temporal.PlainDate {
  return date !== null && (after === null || Temporal.PlainDate.compare(date, after) > 0);
}
