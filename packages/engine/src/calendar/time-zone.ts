import { Temporal } from "temporal-polyfill";

/**
 * True for an IANA name such as `Europe/Berlin`. Rejects bare offsets: they do not include daylight saving time
 * (R-TIME-1).
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    Temporal.PlainDate.from("2000-01-01").toZonedDateTime(name);
    return true;
  } catch {
    return false;
  }
}

/** The calendar date of an instant in a time zone. */
export function localDate(instant: Temporal.Instant, timeZone: string): Temporal.PlainDate {
  return instant.toZonedDateTimeISO(timeZone).toPlainDate();
}

/** A cache: a billing run needs the start of the same few days for every line. */
const starts = new Map<string, Temporal.Instant>();
const MOST_STARTS = 5_000;

/** The latest zone in which a date was asked for, because most of the time goes to writing the date as text. */
const latest = new WeakMap<Temporal.PlainDate, { readonly timeZone: string; readonly start: Temporal.Instant }>();

/** The first instant of a local day. If a clock change skips midnight, the first instant that exists. */
export function startOfDay(date: Temporal.PlainDate, timeZone: string): Temporal.Instant {
  const known = latest.get(date);
  if (known?.timeZone === timeZone) return known.start;
  const start = startOfWrittenDay(date, timeZone);
  latest.set(date, { timeZone, start });
  return start;
}

function startOfWrittenDay(date: Temporal.PlainDate, timeZone: string): Temporal.Instant {
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

/** An instant in the format of the API: UTC with milliseconds. */
export function instantText(instant: Temporal.Instant): string {
  let text = texts.get(instant);
  if (text === undefined) texts.set(instant, (text = instant.toString({ smallestUnit: "millisecond" })));
  return text;
}
