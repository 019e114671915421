import { Temporal } from "temporal-polyfill";

/** Making a formatter costs a hundred times what using it does, so each locale's is kept. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** A calendar date as people write it in a locale: `Jan 31, 2024`. */
export function writtenDate(date: string, locale: string): string {
  let formatter = formatters.get(locale);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
    formatters.set(locale, formatter);
  }
  return formatter.format(Date.parse(date));
}

/** The last day of a half-open period: what a reader expects to see as its end. */
export function lastDay(end: string): string {
  return Temporal.PlainDate.from(end).subtract({ days: 1 }).toString();
}
