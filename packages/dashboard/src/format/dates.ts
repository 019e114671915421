import { systemNow } from "./clock.ts";
import { locale } from "./amount.ts";
import { dayBefore } from "./days.ts";

/** `2024-03-01` → `Mar 1, 2024`. A calendar date has no time zone, so none is applied. */
export function formatDate(date: string): string {
  return calendarFormat.format(new Date(`${date.slice(0, 10)}T00:00:00Z`));
}

/** `2024-03` → `Mar 2024` */
export function formatMonth(month: string): string {
  return monthFormat.format(new Date(`${month.slice(0, 7)}-01T00:00:00Z`));
}

/** Half-open days of one month: `Mar 2024` if they are all of its days, else `Mar 1 – 25`. */
export function formatDaysOfMonth(from: string, to: string): string {
  const [start, end] = [new Date(`${from}T00:00:00Z`), new Date(`${dayBefore(to)}T00:00:00Z`)];
  const isWhole = from.endsWith("-01") && to.endsWith("-01");
  return isWhole ? formatMonth(from) : dayRangeFormat.formatRange(start, end);
}

/** The first and last day of a service period, whose end is exclusive: `Jan 1 – 31, 2026`. One day is printed once. */
export function formatServicePeriod({ start, end }: { readonly start: string; readonly end: string }): string {
  return end > start ? formatDays(start, end) : formatDate(start);
}

/** Half-open days: `Mar 1 – 25, 2024`. */
export function formatDays(from: string, to: string): string {
  return formatThrough(from, dayBefore(to));
}

/** Two calendar dates, both included: `Jan 1 – Feb 28, 2026`. */
export function formatThrough(first: string, last: string): string {
  const [start, end] = [first, last].map((date) => new Date(`${date.slice(0, 10)}T00:00:00Z`)) as [Date, Date];
  return calendarFormat.formatRange(start, end);
}

/** `Mar` of `2024-03`, for axes. */
export function formatMonthShort(month: string): string {
  return shortMonthFormat.format(new Date(`${month.slice(0, 7)}-01T00:00:00Z`));
}

/** An instant as a date in the organization's time zone. */
export function formatDay(instant: string, timeZone: string): string {
  return zoned(timeZone, { dateStyle: "medium" }).format(new Date(instant));
}

/** An instant to the second in the organization's time zone. */
export function formatInstant(instant: string, timeZone: string): string {
  return zoned(timeZone, { dateStyle: "medium", timeStyle: "medium" }).format(new Date(instant));
}

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** `3 days ago`, `in 2 hours`. */
export function formatRelative(instant: string, now: number = systemNow()): string {
  const seconds = (new Date(instant).getTime() - now) / 1000;
  const [unit, length] = STEPS.find(([, step]) => Math.abs(seconds) >= step) ?? (["second", 1] as const);
  return relativeFormat.format(Math.round(seconds / length), unit);
}

/** The calendar date, `2024-03-01`, of an instant in a time zone. */
export function toDay(instant: number | string, timeZone: string): string {
  return isoFormat(timeZone).format(new Date(instant));
}

/** The local time, `2024-03-01 14:05`, of an instant in a time zone. */
export function toMinute(instant: string, timeZone: string): string {
  const date = new Date(instant);
  const time = new Intl.DateTimeFormat("sv-SE", { timeZone, hour: "2-digit", minute: "2-digit" }).format(date);
  return `${toDay(instant, timeZone)} ${time}`;
}

function isoFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
}

const utc = { timeZone: "UTC" };
const calendarFormat = new Intl.DateTimeFormat(locale, { ...utc, dateStyle: "medium" });
const monthFormat = new Intl.DateTimeFormat(locale, { ...utc, month: "short", year: "numeric" });
const shortMonthFormat = new Intl.DateTimeFormat(locale, { ...utc, month: "short" });
const dayRangeFormat = new Intl.DateTimeFormat(locale, { ...utc, month: "short", day: "numeric" });
const relativeFormat = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
const zones = new Map<string, Intl.DateTimeFormat>();

function zoned(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${options.timeStyle ?? ""}`;
  let format = zones.get(key);
  if (format === undefined) zones.set(key, (format = new Intl.DateTimeFormat(locale, { ...options, timeZone })));
  return format;
}

/** The day of a text that may already be a date. A date stays the same; an instant becomes its day in the time zone. */
export function dayOfEither(dateOrInstant: string, timeZone: string): string {
  return dateOrInstant.length <= "2026-01-31".length ? dateOrInstant : toDay(dateOrInstant, timeZone);
}
