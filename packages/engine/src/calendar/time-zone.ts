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

/** Days of zones whose start was looked up: a billing run asks for the same few for every line. */
const starts = new Map<string, Temporal.Instant>();
const MOST_STARTS = 5_000;

/** The first instant of a local day. Where midnight is skipped by a clock change, the first instant that exists. */
export function startOfDay(date: Temporal.PlainDate, timeZone: string): Temporal.Instant {
  const key = `${timeZone} ${date}`;
  let start = starts.get(key);
  if (start === undefined) {
    if (starts.size >= MOST_STARTS) starts.clear();
    start = date.toZonedDateTime(timeZone).toInstant();
    starts.set(key, start);
  }
  return start;
}

const texts = new WeakMap<Temporal.Instant, string>();

/** An instant as the wire shows it: UTC with milliseconds. */
export function instantText(instant: Temporal.Instant): string {
  let text = texts.get(instant);
  if (text === undefined) texts.set(instant, (text = instant.toString({ smallestUnit: "millisecond" })));
  return text;
}
