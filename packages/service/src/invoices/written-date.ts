import { remembered } from "@counterfoil/engine";

/** Creating a formatter costs a hundred times what using it does, so the formatter of each locale is kept. */
const formatterOf = remembered(
  (locale: string) => new Intl.DateTimeFormat(locale, { dateStyle: "medium", calendar: "gregory", timeZone: "UTC" }),
);

/**
 * A calendar date in the format of a locale: `Jan 31, 2024`. Always Gregorian, as on documents, because the dates must
 * agree with the books.
 */
export function writtenDate(date: string, locale: string): string {
  return formatterOf(locale).format(Date.parse(date));
}

const MILLISECONDS_PER_DAY = 86_400_000;

/** The last day of a half-open period, which readers expect as its end. */
export function lastDay(end: string): string {
  return new Date(Date.parse(end) - MILLISECONDS_PER_DAY).toISOString().slice(0, 10);
}
