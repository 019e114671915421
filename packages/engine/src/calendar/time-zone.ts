import { Temporal } from "temporal-polyfill";

/** True for an IANA name such as `Europe/Berlin`. Bare offsets are refused: they know no daylight saving (R-TIME-1). */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    Temporal.PlainDate.from("2000-01-01").toZonedDateTime(name);
    return true;
  } catch {
    return false;
  }
}

/** The calendar date that an instant falls on in a zone. */
export function localDate(instant: Temporal.Instant, timeZone: string): Temporal.PlainDate {
  return instant.toZonedDateTimeISO(timeZone).toPlainDate();
}

/** The first instant of a local day. Where midnight is skipped by a clock change, the first instant that exists. */
export function startOfDay(date: Temporal.PlainDate, timeZone: string): Temporal.Instant {
  return date.toZonedDateTime(timeZone).toInstant();
}

/** An instant as the wire shows it: UTC with milliseconds. */
export function instantText(instant: Temporal.Instant): string {
  return instant.toString({ smallestUnit: "millisecond" });
}
