import { Temporal } from "temporal-polyfill";

/** A calendar date, `2024-01-31`. Dates are compared as text. */
export type Day = string;

/** From the first day up to, not including, the second. */
export interface Span {
  readonly start: Day;
  readonly end: Day;
}

const MILLISECONDS_PER_DAY = 86_400_000;

/** The auditor goes from day to day all the time: what a date is in days since 1970 is worked out once. */
const numbers = new Map<Day, number>();
const days = new Map<number, Day>();

function dayNumber(day: Day): number {
  let number = numbers.get(day);
  if (number === undefined) numbers.set(day, (number = Date.parse(`${day}T00:00:00Z`) / MILLISECONDS_PER_DAY));
  return number;
}

export function addDays(day: Day, count: number): Day {
  const number = dayNumber(day) + count;
  let found = days.get(number);
  if (found === undefined) {
    days.set(number, (found = new Date(number * MILLISECONDS_PER_DAY).toISOString().slice(0, 10)));
  }
  return found;
}

export function nextDay(day: Day): Day {
  return addDays(day, 1);
}

export function daysIn({ start, end }: Span): number {
  return dayNumber(end) - dayNumber(start);
}

export function earlier(a: Day, b: Day): Day {
  return a < b ? a : b;
}

export function later(a: Day, b: Day): Day {
  return a > b ? a : b;
}

/** The same day of the month some months on; the last of the month where it has no such day. */
export function addMonths(day: Day, count: number): Day {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  const months = year * 12 + (month - 1) + count;
  const [toYear, toMonth] = [Math.floor(months / 12), (months % 12) + 1];
  const length = new Date(Date.UTC(toYear, toMonth, 0)).getUTCDate();
  const two = (number: number): string => String(number).padStart(2, "0");
  return `${String(toYear).padStart(4, "0")}-${two(toMonth)}-${two(Math.min(date, length))}`;
}

export type Interval = "daily" | "weekly" | "monthly" | "quarterly" | "semi_annual" | "yearly";

const MONTHS = { monthly: 1, quarterly: 3, semi_annual: 6, yearly: 12 };

/** The start of the k-th period of an interval, counted from the anchor. */
export function periodStart(anchor: Day, interval: Interval, k: number): Day {
  if (interval === "daily") return addDays(anchor, k);
  if (interval === "weekly") return addDays(anchor, 7 * k);
  return addMonths(anchor, MONTHS[interval] * k);
}

const starts = new Map<string, number>();

const midnights = new Map<string, number>();

/** The first instant of a local day, in milliseconds. */
export function midnight(day: Day, zone: string): number {
  const key = `${day} ${zone}`;
  let instant = midnights.get(key);
  if (instant === undefined) {
    instant = Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds;
    midnights.set(key, instant);
  }
  return instant;
}

/** The local day of an instant. */
export function dayOf(instant: number, zone: string): Day {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDate().toString();
}

/** The period of an interval that contains a day: counted from the anchor, one by one, in either direction. */
export function periodAt(anchor: Day, interval: Interval, day: Day): Span {
  // Where the last search of this kind ended: counting goes on from there.
  const key = `${anchor} ${interval}`;
  let k = starts.get(key) ?? 0;
  while (periodStart(anchor, interval, k) > day) k -= 1;
  while (periodStart(anchor, interval, k + 1) <= day) k += 1;
  starts.set(key, k);
  return { start: periodStart(anchor, interval, k), end: periodStart(anchor, interval, k + 1) };
}
