import { invariant } from "../assertions.ts";
import { millisecondsOf, type Window } from "./sample.ts";

/** The time of a window that counts: what its gaps leave of it. In milliseconds since 1970-01-01T00:00:00Z, half-open. */
export interface CountedTime {
  readonly start: number;
  readonly end: number;
  /** Cut to the window; ascending and disjoint. */
  readonly gaps: readonly { readonly start: number; readonly end: number }[];
}

/** Gaps may reach beyond the window; they must be ascending and disjoint. */
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

/** Whether an event at this instant counts: inside the window and in none of its gaps. */
export function isCounted({ start, end, gaps }: CountedTime, at: number): boolean {
  return start <= at && at < end && !gaps.some((gap) => gap.start <= at && at < gap.end);
}

/**
 * What a clock shows at an instant that starts with the window and stands still in its gaps: the instant less the gaps before
 * it. Every instant before the window shows the start, every instant of a gap the same time. Without gaps the instants of
 * the window show themselves.
 */
export function countedClock({ start, end, gaps }: CountedTime, at: number): number {
  const instant = Math.min(Math.max(at, start), end);
  let stood = 0;
  for (const gap of gaps) if (gap.start < instant) stood += Math.min(gap.end, instant) - gap.start;
  return instant - stood;
}
