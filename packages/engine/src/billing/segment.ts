import type { Temporal } from "temporal-polyfill";
import { type DatePeriod, earlier, isBefore, later } from "../calendar/interval.ts";
import { type Contract, type ContractPrice, type ContractVersion, serviceStart } from "./contract.ts";

/** A stretch of days over which one price is sold without a break, through any number of versions. */
export interface Segment {
  readonly price: ContractPrice;
  /** The version that opened the stretch: the one an invoice line names. */
  readonly versionId: string;
  readonly start: Temporal.PlainDate;
  /** The first day on which the price is no longer sold, or null while that is open. */
  readonly end: Temporal.PlainDate | null;
}

/** Every stretch of the contract, cut to its end. The trial is left in; `servedPart` cuts it off. */
export function segments(contract: Contract): Segment[] {
  const open = new Map<string, Segment>();
  const closed: Segment[] = [];
  for (const version of contract.versions) {
    const end = versionEnd(contract, version);
    const start = later(version.startsOn, contract.startsOn);
    if (end !== null && !isBefore(start, end)) continue;
    for (const price of version.prices) {
      const before = open.get(price.id);
      const goesOn = before?.end?.equals(start) === true;
      if (before !== undefined && !goesOn) closed.push(before);
      open.set(price.id, goesOn ? { ...before, end } : { price, versionId: version.id, start, end });
    }
  }
  return [...closed, ...open.values()];
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

function versionEnd(contract: Contract, version: ContractVersion): Temporal.PlainDate | null {
  if (version.endsOn === null || contract.endsOn === null) return version.endsOn ?? contract.endsOn;
  return earlier(version.endsOn, contract.endsOn);
}
