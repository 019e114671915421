import { createContext, useContext } from "react";
import { formatMoney, formatPercent, formatQuantity } from "../format/amount.ts";
import type { Language } from "../format/offered-languages.ts";
import { fill } from "./words/words-of.ts";
import type { Words } from "./words/words.ts";

/** How a page speaks to its reader: the texts of a language, and how it writes amounts and dates. */
export interface Reading {
  readonly words: Words;
  readonly language: Language;
  readonly isRightToLeft: boolean;
  /** A text with its places filled: `say("dueOn", { date })`. */
  say(name: keyof Words, values?: Readonly<Record<string, string>>): string;
  money(amount: string, currency: string): string;
  quantity(quantity: string): string;
  /** `19%` */
  percent(percentage: string): string;
  /** The calendar date that an instant or a date begins with: the server writes instants of days in the seller's zone. */
  date(date: string): string;
  /** The last day before an end, which the server names as the first day that no longer belongs. */
  lastDay(end: string): string;
  /** A period as people name it, by its first and its last day. The server names the first day that no longer belongs to it. */
  period(start: string, end: string): string;
  country(code: string): string;
  /** `14 days` */
  days(count: number): string;
  /** `3 months` */
  duration(count: number, unit: "days" | "weeks" | "months" | "years"): string;
}

/** From midnight back to the noon before, however long that day was. */
const HALF_DAY_MILLISECONDS = 43_200_000;

/**
 * @param locale the reader's, of the language: `de-AT`
 * @param timeZone in which instants are dates
 */
export function makeReading(language: Language, locale: string, words: Words, timeZone: string): Reading {
  const dates = (zone: string) =>
    new Intl.DateTimeFormat(locale, { dateStyle: "long", calendar: "gregory", timeZone: zone });
  const [instants, calendar] = [dates(timeZone), dates("UTC")];
  const countries = new Intl.DisplayNames(locale, { type: "region" });
  const date = (value: Date, isInstant: boolean) => (isInstant ? instants : calendar).format(value);
  const lastDay = (end: string) => date(new Date(new Date(end).getTime() - HALF_DAY_MILLISECONDS), end.includes("T"));
  const duration = (count: number, unit: string) =>
    new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(count);
  const isRightToLeft = language === "ar" || language === "he";
  // The sign of "US$" would change sides where lines run from right to left; a mark that nobody sees keeps it with its letters.
  const inOrder = (amount: string) => (isRightToLeft ? amount.replaceAll(/[A-Z]+[$¥£]/g, "$&\u200E") : amount);
  return {
    words,
    language,
    isRightToLeft,
    say: (name, values = {}) => fill(words[name], values),
    money: (amount, currency) => inOrder(formatMoney(amount, currency, locale)),
    quantity: (quantity) => formatQuantity(quantity, locale),
    percent: (percentage) => formatPercent(percentage, locale),
    date: (text) => date(new Date(text), text.includes("T")),
    lastDay,
    period: (start, end) => {
      const [from, to] = [date(new Date(start), start.includes("T")), lastDay(end)];
      return from === to ? from : `${from} – ${to}`;
    },
    country: (code) => countries.of(code) ?? code,
    days: (count) => duration(count, "day"),
    duration: (count, units) => duration(count, units.slice(0, -1)),
  };
}

const ReadingContext = createContext<Reading | null>(null);
export const ReadingProvider = ReadingContext.Provider;

export function useReading(): Reading {
  const reading = useContext(ReadingContext);
  if (reading === null) throw new Error("A page of the customer's was shown without its language.");
  return reading;
}
