import type { CalendarDate, CalendarPeriod } from "../document/calendar.ts";

/** How a locale writes calendar dates. Always Gregorian, because an invoice's dates must match the books. */
export interface PeriodFormat {
  /** Formats "2024-01-31" as "Jan 31, 2024" (en) or "31. Jan. 2024" (de). */
  readonly date: (date: CalendarDate) => string;
  /** Formats a half-open period by its first and last day: [2024-01-01, 2024-02-01) is "Jan 1 – 31, 2024". */
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
 * For example "2024年1月1日～1月31日". CLDR formats ranges with slashes here, so a page would have dates in two formats. The
 * year is repeated only if it differs.
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

/** Milliseconds from the epoch to midnight UTC of the date. It only identifies the day and is not a billing instant. */
export function midnightUtc(date: CalendarDate): number {
  return Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10)));
}
