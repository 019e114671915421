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

/** Days on which one price is sold without a break, through any number of versions. */
export interface Segment {
  readonly price: ContractPrice;
  /** The version that opened the segment. Invoice lines name it. */
  readonly versionId: string;
  readonly start: Temporal.PlainDate;
  /** The first day on which the price is no longer sold, or null if no end is known. */
  readonly end: Temporal.PlainDate | null;
  /** How the version that opened the segment handles a start in the middle of a period. */
  readonly opening: ProrationPolicy;
  /** Whether the version that opened it was published after its first day was billed. */
  readonly isAfterBilling: boolean;
  /** How the version or contract end that closed the segment handles the unused rest of a period. */
  readonly closing: ProrationPolicy;
  /** Whether the version that ended it was published after the end day was billed. */
  readonly isEndAfterBilling: boolean;
  /** The previous segment of the same price, or null. */
  readonly before: Segment | null;
}

const known = new WeakMap<Contract, readonly Segment[]>();

/** All segments of the contract, up to its end. They include the trial; `servedPart` cuts it off. */
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
    // A version that was replaced on its first day sells nothing. But its billed lines are credited, so its segment is
    // kept, empty.
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
 * Whether a price that a version in between left out, even for no day at all, starts a new segment: its advance was
 * given back when that day was billed. A version that was replaced before its day was billed gave nothing back.
 */
function isCredited({ price, closing }: Segment): boolean {
  return advanceInterval(price) !== null && creditsUnused(closing);
}

/** The days of a segment that are served and charged: after the trial, up to the end if there is one. */
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

/** How the next version handles the advance for later days, or the end of the contract if that comes first. */
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
 * The part of `period` for which a segment is charged. A change that gives nothing back leaves the current period
 * charged to its end, whenever the change was made (R-SUB-4). The same is true for a contract end that gives nothing
 * back.
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
 * The part of `period` that was billed in advance on the day on which the segment ends, before the change that ended it
 * was known. If that change gives nothing back, the part stays charged.
 */
export function billedOnLastDay(contract: Contract, segment: Segment, period: DatePeriod): DatePeriod | undefined {
  const { price, start, end, closing, isEndAfterBilling } = segment;
  if (end === null || !isEndAfterBilling || creditsUnused(closing) || isBefore(end, period.start)) return undefined;
  return isBefore(end, later(start, serviceStart(contract, price))) ? undefined : overlap(period, end, null);
}
