import type { Temporal } from "temporal-polyfill";
import { type DatePeriod, daysBetween, isBefore, overlap } from "../calendar/interval.ts";
import type { Contract, Pause } from "./contract.ts";
import type { Segment } from "./segment.ts";

const NONE: DatePeriod[] = [];

/** The paused parts of a period. */
export function pausedIn(contract: Contract, period: DatePeriod): DatePeriod[] {
  if (contract.pauses.length === 0) return NONE;
  return contract.pauses.flatMap((pause) => pausedPart(contract, pause, period) ?? []);
}

/**
 * The days of a period that one pause covers. A pause ends with the contract, so nothing is given back for later days.
 */
export function pausedPart({ endsOn }: Contract, pause: Pause, period: DatePeriod): DatePeriod | undefined {
  const gap = overlap(period, pause.startsOn, pause.endsOn);
  return gap && overlap(gap, gap.start, endsOn);
}

/** The parts of a period outside these gaps, oldest first. The gaps may overlap. */
export function without(period: DatePeriod, gaps: readonly DatePeriod[]): DatePeriod[] {
  return gaps.reduce(
    (left, gap) =>
      left.flatMap((part) =>
        [overlap(part, part.start, gap.start), overlap(part, gap.end, null)].flatMap((rest) => rest ?? []),
      ),
    [period],
  );
}

/** The days of a period that are not paused. */
export function servedDays(contract: Contract, period: DatePeriod): number {
  return without(period, pausedIn(contract, period)).reduce(
    (days, part) => days + daysBetween(part.start, part.end),
    0,
  );
}

/**
 * The first day of a period that was not paused, as far as was known when it was to be billed. Undefined if pauses
 * cover the whole period, or all days up to the end of the contract.
 */
export function firstServedDay(
  contract: Contract,
  segment: Segment,
  period: DatePeriod,
): Temporal.PlainDate | undefined {
  let day: Temporal.PlainDate = period.start;
  for (const pause of contract.pauses) {
    const isBilled = pause.startsOn.equals(day) && wasBilledBefore(contract, segment, pause);
    if (isBilled || isBefore(day, pause.startsOn) || (pause.endsOn !== null && !isBefore(day, pause.endsOn))) continue;
    if (pause.endsOn === null || !isBefore(pause.endsOn, period.end)) return undefined;
    day = pause.endsOn;
  }
  return contract.endsOn === null || isBefore(day, contract.endsOn) ? day : undefined;
}

/**
 * Whether the first day of a pause was billed before the pause was requested, by a version that already sold the price.
 */
function wasBilledBefore({ versions }: Contract, { start, versionId }: Segment, pause: Pause): boolean {
  const { billedVersionId, startsOn } = pause;
  if (billedVersionId === null) return false;
  if (isBefore(start, startsOn)) return true;
  const indexOf = (id: string): number => versions.findIndex((version) => version.id === id);
  return indexOf(versionId) <= indexOf(billedVersionId);
}
