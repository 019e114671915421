import { Temporal } from "temporal-polyfill";

/** A calendar date as people write it in a locale: `Jan 31, 2024`. */
export function writtenDate(date: string, locale: string): string {
  return Temporal.PlainDate.from(date).toLocaleString(locale, { dateStyle: "medium" });
}

/** The last day of a half-open period: what a reader expects to see as its end. */
export function lastDay(end: string): string {
  return Temporal.PlainDate.from(end).subtract({ days: 1 }).toString();
}
