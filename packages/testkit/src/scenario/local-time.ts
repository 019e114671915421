import { Temporal } from "temporal-polyfill";

/**
 * Converts a story's notation of time to ISO 8601 in UTC with milliseconds. `2024-01-31` is the start of that local
 * day, `2024-01-31T09:30` a local time, and a text with an offset or `Z` an instant.
 */
export function storyInstant(text: string, timeZone: string): string {
  return instantOf(text, timeZone).toString({ smallestUnit: "millisecond" });
}

function instantOf(text: string, timeZone: string): Temporal.Instant {
  if (/(Z|[+-]\d{2}:\d{2})$/.test(text)) return Temporal.Instant.from(text);
  return text.includes("T")
    ? Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).toInstant()
    : Temporal.PlainDate.from(text).toZonedDateTime(timeZone).toInstant();
}

/** Every local day from `start` until before `end`: `2024-01-31`. */
export function daysFrom(start: string, end: string): string[] {
  const days: string[] = [];
  const last = Temporal.PlainDate.from(end);
  for (
    let day = Temporal.PlainDate.from(start);
    Temporal.PlainDate.compare(day, last) < 0;
    day = day.add({ days: 1 })
  ) {
    days.push(day.toString());
  }
  return days;
}
