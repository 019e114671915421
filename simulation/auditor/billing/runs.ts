import { type Day, nextDay, type Span } from "../calendar.ts";

/** The longest stretches of days in a span for which something holds, day by day; a new one where `begins` says so. */
export function runsIn(span: Span, holds: (day: Day) => boolean, begins: (day: Day) => boolean = () => false): Span[] {
  const runs: Span[] = [];
  let start: Day | undefined;
  for (let day = span.start; day < span.end; day = nextDay(day)) {
    const isHeld = holds(day);
    if (start !== undefined && (!isHeld || begins(day))) {
      runs.push({ start, end: day });
      start = undefined;
    }
    if (isHeld) start ??= day;
  }
  if (start !== undefined) runs.push({ start, end: span.end });
  return runs;
}
