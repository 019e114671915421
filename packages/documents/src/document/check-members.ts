import type { DocumentProblem } from "../document-error.ts";
import { midnightUtc } from "../format/period-format.ts";
import type { CalendarPeriod } from "./calendar.ts";
import type { PrintedSeller } from "./parties.ts";

/** Checks the members of every kind of document that are needed to print anything at all. */
export function checkFrame(document: {
  readonly currency: string;
  readonly locale: string;
  readonly seller: PrintedSeller;
}): DocumentProblem[] {
  return [
    ...check("/currency", document.currency, isCurrency, "must be an ISO 4217 currency code such as USD"),
    ...check("/locale", document.locale, isLocale, "must be a language tag such as en-US"),
    ...check("/seller/brandColor", document.seller.brandColor, isColor, 'must be a color like "#1f6feb"'),
  ];
}

export function checkPeriod(pointer: string, period: CalendarPeriod | null): DocumentProblem[] {
  if (period === null) return [];
  const dates = [...checkDate(`${pointer}/start`, period.start), ...checkDate(`${pointer}/end`, period.end)];
  if (dates.length > 0 || period.start < period.end) return dates;
  return [{ pointer: `${pointer}/end`, detail: "must be after the start" }];
}

export function checkDate(pointer: string, date: string | null): DocumentProblem[] {
  return check(pointer, date, isDate, 'must be a calendar date like "2024-01-31"');
}

export function checkDecimal(pointer: string, decimal: string | null): DocumentProblem[] {
  return check(pointer, decimal, isDecimal, 'must be a decimal like "1234.50"');
}

function check(
  pointer: string,
  value: string | null,
  isValid: (value: string) => boolean,
  detail: string,
): DocumentProblem[] {
  return value === null || isValid(value) ? [] : [{ pointer, detail }];
}

const isDecimal = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);
const isCurrency = (text: string): boolean => /^[A-Z]{3}$/.test(text);
const isColor = (text: string): boolean => /^#[0-9a-fA-F]{6}$/.test(text);

function isDate(text: string): boolean {
  const [, month, day] = /^[1-9]\d{3}-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (month === undefined || day === undefined || month < "01" || month > "12") return false;
  const firstOfMonth = midnightUtc(`${text.slice(0, 8)}01`);
  const firstOfNext = Date.UTC(Number(text.slice(0, 4)), Number(month));
  return Number(day) >= 1 && Number(day) <= (firstOfNext - firstOfMonth) / 86_400_000;
}

function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}
