import type { Temporal } from "temporal-polyfill";
import { type DatePeriod, earlier, isBefore, later, overlap } from "../calendar/interval.ts";
import {
  advanceInterval,
  type Contract,
  type ContractPrice,
  type ContractVersion,
  creditsUnused,
  type ProrationPolicy,
  serviceStart,
} from "./contract.ts";

/** A stretch of days over which one price is sold without a break, through any number of versions. */
export interface Segment {
  readonly price: ContractPrice;
  /** The version that opened the stretch: the one an invoice line names. */
  readonly versionId: string;
  readonly start: Temporal.PlainDate;
  /** The first day on which the price is no longer sold, or null while that is open. */
  readonly end: Temporal.PlainDate | null;
  /** How the version that opened the stretch treats a start in the middle of a period. */
  readonly opening: ProrationPolicy;
  /** The version that opened it came after its first day was billed. */
  readonly isAfterBilling: boolean;
  /** How what ended the stretch treats the unused rest of a period. */
  readonly closing: ProrationPolicy;
  /** The version that ended it came after that day was billed. */
  readonly isEndAfterBilling: boolean;
  /** The stretch of the same price before it, or null. */
  readonly before: Segment | null;
}

const known = new WeakMap<Contract, readonly Segment[]>();

/** Every stretch of the contract, cut to its end. The trial is left in; `servedPart` cuts it off. */
export function segments(contract: Contract): readonly Segment[] {
  let found = known.get(contract);
  if (found === undefined) known.set(contract, (found = findSegments(contract)));
  return found;
}

function findSegments(contract: Contract): Segment[] {
  const open = new Map<string, Segment & { readonly last: number }>();
  const closed: Segment[] = [];
  for (const [index, version] of contract.versions.entries()) {
    const opening = index === 0 ? "prorate" : version.proration;
    const end = versionEnd(contract, version);
    const next = contract.versions[index + 1];
    const closing = closingPolicy(contract, next, end);
    const isEndAfterBilling = next?.isAfterBilling === true && end?.equals(next.startsOn) === true;
    const start = later(version.startsOn, contract.startsOn);
    // A version that was replaced on its first day sells nothing, but what was billed for it is credited: it is kept, empty.
    if (end !== null && isBefore(end, start)) continue;
    const opened = { versionId: version.id, start, opening, isAfterBilling: version.isAfterBilling };
    for (const price of version.prices) {
      const before = open.get(price.id);
      const goesOn =
        before?.end?.equals(start) === true &&
        (before.last === index - 1 || !version.isAfterBilling || !isCredited(before));
      if (before !== undefined && !goesOn) closed.push(before);
      open.set(
        price.id,
        goesOn
          ? { ...before, end, closing, isEndAfterBilling, last: index }
          : { ...opened, price, end, closing, isEndAfterBilling, before: before ?? null, last: index },
      );
    }
  }
  return [...closed, ...open.values()];
}

/**
 * Left out by a version in between, be it for no day at all, what was paid in advance was given back when that day was billed,
 * and starts anew. A version that was replaced before its day was billed gave nothing back.
 */
function isCredited({ price, closing }: Segment): boolean {
  return advanceInterval(price) !== null && creditsUnused(closing);
}

/** The days of a segment that are served and charged: after the trial, up to an end that may be open. */
export function servedPart(
  contract: Contract,
  segment: Segment,
): { start: Temporal.PlainDate; end: Temporal.PlainDate | null } | undefined {
  const start = later(segment.start, serviceStart(contract, segment.price));
  return segment.end !== null && !isBefore(start, segment.end) ? undefined : { start, end: segment.end };
}

/** The part of `period` that a segment serves. */
export function servedIn(contract: Contract, segment: Segment, period: DatePeriod): DatePeriod | undefined {
  const served = servedPart(contract, segment);
  if (served === undefined) return undefined;
  const start = later(period.start, served.start);
  const end = served.end === null ? period.end : earlier(period.end, served.end);
  return isBefore(start, end) ? { start, end } : undefined;
}

/** How the next version, or the end of the contract where that comes first, treats what was paid for later days. */
function closingPolicy(
  contract: Contract,
  next: ContractVersion | undefined,
  end: Temporal.PlainDate | null,
): ProrationPolicy {
  const endsWithContract = end !== null && contract.endsOn?.equals(end) === true;
  if (next !== undefined && !endsWithContract) return next.proration;
  return contract.creditsAfterEnd ? "prorate" : "none";
}

function versionEnd(contract: Contract, version: ContractVersion): Temporal.PlainDate | null {
  if (version.endsOn === null || contract.endsOn === null) return version.endsOn ?? contract.endsOn;
  return earlier(version.endsOn, contract.endsOn);
}

/**
 * The part of `period` for which a segment is charged. A change that gives nothing back leaves the running period charged to
 * its end, whenever it was ordered (R-SUB-4); so does an end of the contract that gives nothing back.
 */
export function chargedIn(contract: Contract, segment: Segment, period: DatePeriod): DatePeriod | undefined {
  const served = servedIn(contract, segment, period);
  if (served === undefined || creditsUnused(segment.closing)) return served;
  return overlap(
    { start: served.start, end: period.end },
    served.start,
    contract.creditsAfterEnd ? contract.endsOn : contract.termEndsOn,
  );
}

/**
 * The part of `period` that was billed in advance on the day on which the segment ends, before the change that ended it was
 * known: where that gives nothing back it stays charged.
 */
export function billedOnLastDay(contract: Contract, segment: Segment, period: DatePeriod): DatePeriod | undefined {
  const { price, start, end, closing, isEndAfterBilling } = segment;
  if (end === null || !isEndAfterBilling || creditsUnused(closing) || isBefore(end, period.start)) return undefined;
  return isBefore(end, later(start, serviceStart(contract, price))) ? undefined : overlap(period, end, null);
}
