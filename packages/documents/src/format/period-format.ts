import type { CalendarDate, CalendarPeriod } from "../document/calendar.ts";

/** How a locale writes calendar dates. Always Gregorian: an invoice's dates must agree with the books. */
export interface PeriodFormat {
  /** "2024-01-31" → "Jan 31, 2024" (en), "31. Jan. 2024" (de). */
  readonly date: (date: CalendarDate) => string;
  /** A half-open period by its first and last day: [2024-01-01, 2024-02-01) → "Jan 1 – 31, 2024". */
  readonly period: (period: CalendarPeriod) => string;
}

const dayInMilliseconds = 86_400_000;

export function periodFormat(locale: string): PeriodFormat {
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: "UTC",
    calendar: "gregory",
    day: "numeric",
    month: "short",
    year: "numeric",
  });
  const range = eastAsianRange(locale) ?? ((first, last) => format.formatRange(first, last));
  return {
    date: (date) => format.format(midnightUtc(date)),
    period: ({ start, end }) => {
      const [first, last] = [midnightUtc(start), midnightUtc(end) - dayInMilliseconds];
      return first === last ? format.format(first) : range(first, last);
    },
  };
}

/**
 * "2024年1月1日～1月31日": for ranges CLDR falls back to slashes here, which would write dates in two ways on one page.
 * The year is repeated only when it is another.
 */
function eastAsianRange(locale: string): ((first: number, last: number) => string) | null {
  const until = untilByLanguage[new Intl.Locale(locale).language];
  if (until === undefined) return null;
  const options = { timeZone: "UTC", calendar: "gregory", day: "numeric", month: "long" } as const;
  const day = new Intl.DateTimeFormat(locale, options);
  const date = new Intl.DateTimeFormat(locale, { ...options, year: "numeric" });
  const year = new Intl.DateTimeFormat(locale, { timeZone: "UTC", calendar: "gregory", year: "numeric" });
  return (first, last) =>
    date.format(first) + until + (year.format(first) === year.format(last) ? day : date).format(last);
}

const untilByLanguage: Readonly<Record<string, string>> = { ja: "～", zh: "至" };

/** Milliseconds since the epoch of the date's midnight in UTC: a name for the day, not an instant of billing. */
export function midnightUtc(date: CalendarDate): number {
  return Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10)));
}
