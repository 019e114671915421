import { remembered } from "@counterfoil/engine";

/** Making a formatter costs a hundred times what using it does, so each locale's is kept. */
const formatterOf = remembered(
  (locale: string) => new Intl.DateTimeFormat(locale, { dateStyle: "medium", calendar: "gregory", timeZone: "UTC" }),
);

/** A calendar date as people write it in a locale: `Jan 31, 2024`. Always Gregorian, as on documents: the dates must agree with the books. */
export function writtenDate(date: string, locale: string): string {
  return formatterOf(locale).format(Date.parse(date));
}

const MILLISECONDS_PER_DAY = 86_400_000;

/** The last day of a half-open period: what a reader expects to see as its end. */
export function lastDay(end: string): string {
  return new Date(Date.parse(end) - MILLISECONDS_PER_DAY).toISOString().slice(0, 10);
}
