import { instantText, localDate, remembered, rememberedWith, startOfDay } from "@counterfoil/engine";
import { Temporal } from "temporal-polyfill";

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}([.,]\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/i;
/** Years that PostgreSQL and every calendar here can represent. */
const FIRST_YEAR = 1900;
const LAST_YEAR = 9999;

/** True for an ISO 8601 timestamp with an offset or a calendar date, if the day exists. */
export function isInstantOrDate(text: string): boolean {
  const year = Number(text.slice(0, 4));
  if (year < FIRST_YEAR || year > LAST_YEAR) return false;
  try {
    if (DATE.test(text)) Temporal.PlainDate.from(text);
    else if (INSTANT.test(text)) Temporal.Instant.from(text);
    else return false;
    return true;
  } catch {
    return false;
  }
}

/**
 * Why a text in the form of a timestamp or a date is not accepted as its day: `is 2024-02-30, but there is no such day`.
 * Undefined if the day is accepted, or the text has another form.
 */
export function dayFault(text: string): string | undefined {
  if (!DATE.test(text) && !INSTANT.test(text)) return undefined;
  const day = text.slice(0, "2024-01-31".length);
  try {
    Temporal.PlainDate.from(day);
  } catch {
    return `is ${day}, but there is no such day. Send a day that exists, such as 2024-01-31`;
  }
  return Number(day.slice(0, 4)) < FIRST_YEAR
    ? `is ${day}, but years before ${FIRST_YEAR} are not accepted`
    : undefined;
}

/** A checked timestamp as an instant. A date becomes the start of that local day (R-SUB-4). */
export function toInstantText(text: string, timeZone: string): string {
  return DATE.test(text)
    ? instantText(startOfDay(Temporal.PlainDate.from(text), timeZone))
    : instantText(Temporal.Instant.from(text));
}

/** The same local time this many days later, also if a day has 23 or 25 hours (R-TIME-1). */
export function sameTimeAfter(instant: string, days: number, timeZone: string): string {
  return instantText(Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).add({ days }).toInstant());
}

/** The instant this many seconds later, to milliseconds. */
export function secondsLater(instant: string, seconds: number): string {
  return new Date(Date.parse(instant) + seconds * 1_000).toISOString();
}

const QUARTER_MILLISECONDS = 900_000;

/** When the quarter of an hour of an instant began, in milliseconds. No local day begins within a quarter. */
export function startOfQuarter(instant: string): number {
  return Math.floor(Date.parse(instant) / QUARTER_MILLISECONDS) * QUARTER_MILLISECONDS;
}

/** The local day of an instant. Days begin at a quarter of an hour in every time zone, so it is the same for a whole quarter. */
export function dayAt(instant: string, timeZone: string): Temporal.PlainDate {
  return dayOfQuarter(`${Math.floor(Date.parse(instant) / QUARTER_MILLISECONDS)} ${timeZone}`);
}

const dayOfQuarter = remembered((key: string) => {
  const [quarter = "", timeZone = ""] = key.split(" ");
  const instant = Temporal.Instant.fromEpochMilliseconds(Number(quarter) * QUARTER_MILLISECONDS);
  return localDate(instant, timeZone);
});

/** `2024-01-31`. Written once for each object: a reading asks for the dates of the same plan again and again. */
export const dateText = rememberedWith((date: Temporal.PlainDate) => date.toString());

/** The local day of an instant, `2024-01-31`. */
export function localDay(instant: string, timeZone: string): string {
  return localDate(Temporal.Instant.from(instant), timeZone).toString();
}

/**
 * The day that a caller meant. A date stays the same, even if the zone skips that day; a timestamp becomes its local
 * day (R-TIME-1).
 */
export function writtenDay(text: string, timeZone: string): string {
  return DATE.test(text) ? text : localDay(text, timeZone);
}

/** The instant at which a due date begins for the account: local midnight. */
export function dueAt(on: Temporal.PlainDate, timeZone: string): string {
  return instantText(startOfDay(on, timeZone));
}
