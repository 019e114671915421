import { invariant } from "../assertions.ts";
import { millisecondsOf, type Window } from "./sample.ts";

/**
 * The part of a window that counts: all of it except its gaps. In milliseconds since 1970-01-01T00:00:00Z, half-open.
 */
export interface CountedTime {
  readonly start: number;
  readonly end: number;
  /** Cut to the window; ascending, without overlaps. */
  readonly gaps: readonly { readonly start: number; readonly end: number }[];
}

/** Gaps may extend beyond the window. They must be ascending and must not overlap. */
export function countedTimeOf(window: Window): CountedTime {
  const [start, end] = [millisecondsOf(window.start), millisecondsOf(window.end)];
  const within = (at: number) => Math.min(Math.max(at, start), end);
  let last = Number.NEGATIVE_INFINITY;
  const gaps = (window.except ?? []).map((gap) => {
    const [from, to] = [millisecondsOf(gap.start), millisecondsOf(gap.end)];
    invariant(last <= from && from <= to, "gaps are ascending and disjoint");
    last = to;
    return { start: within(from), end: within(to) };
  });
  return { start, end, gaps: gaps.filter((gap) => gap.start < gap.end) };
}

/** Whether an event at this instant counts: inside the window and outside its gaps. */
export function isCounted({ start, end, gaps }: CountedTime, at: number): boolean {
  return start <= at && at < end && !gaps.some((gap) => gap.start <= at && at < gap.end);
}

/**
 * The time of a clock that starts with the window and stops in its gaps: the instant less the gaps before it. For every
 * instant before the window it is the start, and within a gap it does not change. Without gaps, it is the instant
 * itself within the window.
 */
export function countedClock({ start, end, gaps }: CountedTime, at: number): number {
  const instant = Math.min(Math.max(at, start), end);
  let stood = 0;
  for (const gap of gaps) if (gap.start < instant) stood += Math.min(gap.end, instant) - gap.start;
  return instant - stood;
}
