import { type Day, nextDay, type Span } from "../calendar.ts";

/** The longest stretches of days in a span for which something holds, day by day. */
export function runsIn(span: Span, holds: (day: Day) => boolean): Span[] {
  const runs: Span[] = [];
  let start: Day | undefined;
  for (let day = span.start; day < span.end; day = nextDay(day)) {
    if (holds(day)) start ??= day;
    else if (start !== undefined) {
      runs.push({ start, end: day });
      start = undefined;
    }
  }
  if (start !== undefined) runs.push({ start, end: span.end });
  return runs;
}
