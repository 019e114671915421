import type { SetExchangeRatesRequest } from "@counterfoil/sdk";
import { isDecimal } from "../../format/amount.ts";
import type { CsvFile } from "../imports/read-csv.ts";

type RateInput = SetExchangeRatesRequest["items"][number];

/** The rates of a file, and what is wrong with it: the first faults, each with its line. */
export interface ReadRates {
  readonly rates: readonly RateInput[];
  readonly faults: readonly string[];
}

/** Other names of the columns, as exports and central banks write them. */
const NAMES = {
  date: ["date", "day"],
  fromCurrency: ["from", "fromcurrency", "from_currency", "currency"],
  toCurrency: ["to", "tocurrency", "to_currency"],
  rate: ["rate"],
} as const;

/** Reads a file with the columns date, from, to and rate. Without the column to, rates are into `toCurrency`. */
export function readRates({ header, rows }: CsvFile, toCurrency: string | null): ReadRates {
  const place = (member: keyof typeof NAMES) =>
    header.findIndex((name) => (NAMES[member] as readonly string[]).includes(name.toLowerCase()));
  const places = { date: place("date"), from: place("fromCurrency"), to: place("toCurrency"), rate: place("rate") };
  const missing = (["date", "from", "rate"] as const).filter((name) => places[name] < 0);
  if (missing.length > 0) {
    return { rates: [], faults: [`The first line has no column ${missing.join(", ")}. Use date, from, to, and rate.`] };
  }
  if (places.to < 0 && toCurrency === null) {
    return {
      rates: [],
      faults: ["The first line has no column to, and there is no reporting currency to use instead."],
    };
  }
  const read = rows.map(({ line, cells }) => {
    const cell = (at: number) => cells[at]?.text.trim() ?? "";
    const rate = {
      date: cell(places.date),
      fromCurrency: cell(places.from).toUpperCase(),
      toCurrency: (places.to < 0 ? (toCurrency ?? "") : cell(places.to)).toUpperCase(),
      rate: cell(places.rate),
    };
    return { rate, faults: faultsOf(rate).map((fault) => `Line ${line}: ${fault}`) };
  });
  return { rates: read.map(({ rate }) => rate), faults: read.flatMap(({ faults }) => faults) };
}

function faultsOf({ date, fromCurrency, toCurrency, rate }: RateInput): string[] {
  return [
    ...(/^\d{4}-\d{2}-\d{2}$/.test(date) ? [] : [`"${date}" is not a date. Use one such as 2026-01-31.`]),
    ...[fromCurrency, toCurrency]
      .filter((code) => !/^[A-Z]{3}$/.test(code))
      .map((code) => `"${code}" is not a currency. Use a code such as EUR.`),
    ...(isDecimal(String(rate)) ? [] : [`"${rate}" is not a rate. Use a decimal such as 0.92.`]),
  ];
}
