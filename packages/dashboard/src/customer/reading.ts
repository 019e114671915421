import { createContext, useContext } from "react";
import { formatMoney, formatPercent, formatQuantity } from "../format/amount.ts";
import type { Language } from "../format/offered-languages.ts";
import { fill } from "./words/words-of.ts";
import type { Words } from "./words/words.ts";

/** How a page addresses its reader: the texts of a language, and the format of amounts and dates. */
export interface Reading {
  readonly words: Words;
  readonly language: Language;
  /** The reader's locale of the language: `de-AT` */
  readonly locale: string;
  readonly isRightToLeft: boolean;
  /** A text with its placeholders filled in: `say("dueOn", { date })`. */
  say(name: keyof Words, values?: Readonly<Record<string, string>>): string;
  money(amount: string, currency: string): string;
  quantity(quantity: string): string;
  /** `19%` */
  percent(percentage: string): string;
  /**
   * The calendar date on which an instant or a date begins. The server writes days as instants in the seller's zone.
   */
  date(date: string): string;
  /** The last day of a period. The server gives the first day after it. */
  lastDay(end: string): string;
  /** A period with its first and its last day. The server gives the first day after the period. */
  period(start: string, end: string): string;
  country(code: string): string;
  /** `14 days` */
  days(count: number): string;
  /** `3 months` */
  duration(count: number, unit: "days" | "weeks" | "months" | "years"): string;
}

/** Going back this far from midnight always lands on the day before, however long that day was. */
const HALF_DAY_MILLISECONDS = 43_200_000;

/**
 * @param locale the reader's locale of the language: `de-AT`
 * @param timeZone the time zone in which instants are shown as dates
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
  // In right-to-left text the sign of "US$" would move to the other side. An invisible mark keeps it with its letters.
  const inOrder = (amount: string) => (isRightToLeft ? amount.replaceAll(/[A-Z]+[$¥£]/g, "$&\u200E") : amount);
  return {
    words,
    language,
    locale,
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
