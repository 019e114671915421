import { currencyFormat, type CurrencyFormat } from "./currency-format.ts";
import { numberFormat, type NumberFormat } from "./number-format.ts";
import { periodFormat, type PeriodFormat } from "./period-format.ts";

/** How one locale writes numbers, money and dates. */
export interface Formats {
  readonly number: NumberFormat;
  readonly money: CurrencyFormat;
  readonly period: PeriodFormat;
}

export function formatsOf(locale: string, currency: string): Formats {
  const number = numberFormat(locale);
  return { number, money: currencyFormat(locale, currency, number), period: periodFormat(locale) };
}
