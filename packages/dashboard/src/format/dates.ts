import { systemNow } from "./clock.ts";
import { locale } from "./amount.ts";

/** `2024-03-01` → `Mar 1, 2024`. A calendar date has no zone: none is applied. */
export function formatDate(date: string): string {
  return calendarFormat.format(new Date(`${date.slice(0, 10)}T00:00:00Z`));
}

/** `2024-03` → `Mar 2024` */
export function formatMonth(month: string): string {
  return monthFormat.format(new Date(`${month.slice(0, 7)}-01T00:00:00Z`));
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

/** The calendar date, `2024-03-01`, that an instant falls on in a time zone. */
export function toDay(instant: number | string, timeZone: string): string {
  return isoFormat(timeZone).format(new Date(instant));
}

function isoFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
}

const utc = { timeZone: "UTC" };
const calendarFormat = new Intl.DateTimeFormat(locale, { ...utc, dateStyle: "medium" });
const monthFormat = new Intl.DateTimeFormat(locale, { ...utc, month: "short", year: "numeric" });
const shortMonthFormat = new Intl.DateTimeFormat(locale, { ...utc, month: "short" });
const relativeFormat = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
const zones = new Map<string, Intl.DateTimeFormat>();

function zoned(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${options.timeStyle ?? ""}`;
  let format = zones.get(key);
  if (format === undefined) zones.set(key, (format = new Intl.DateTimeFormat(locale, { ...options, timeZone })));
  return format;
}

/** The day of what may be written as one already: a date stays what it is, an instant is brought into the zone. */
export function dayOfEither(dateOrInstant: string, timeZone: string): string {
  return dateOrInstant.length <= "2026-01-31".length ? dateOrInstant : toDay(dateOrInstant, timeZone);
}
