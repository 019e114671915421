import { expect, test } from "vitest";
import { readCsv } from "../../src/pages/imports/read-csv.ts";
import { readRates } from "../../src/pages/organization/read-rates.ts";

const read = (text: string, toCurrency: string | null = "EUR") => readRates(readCsv(text), toCurrency);

test("the columns date, from, to and rate, in any order and with the names of an export", () => {
  const rate = { date: "2026-01-31", fromCurrency: "USD", toCurrency: "EUR", rate: "0.92" };
  expect(read("date,from,to,rate\n2026-01-31,usd,EUR,0.92\n")).toEqual({ rates: [rate], faults: [] });
  expect(read("Rate;To;From;Date\n0.92;EUR;USD;2026-01-31\n")).toEqual({ rates: [rate], faults: [] });
});

test("without the column to, rates are into the reporting currency", () => {
  const text = "date,currency,rate\n2026-01-31,USD,0.92\n";
  expect(read(text).rates).toEqual([{ date: "2026-01-31", fromCurrency: "USD", toCurrency: "EUR", rate: "0.92" }]);
  expect(read(text, null).faults).toEqual([
    "The first line has no column to, and there is no reporting currency to use instead.",
  ]);
});

test("faults name the line, the value and what is accepted", () => {
  expect(read('date,from,to,rate\n31.01.2026,Dollar,EUR,"0,92"\n').faults).toEqual([
    'Line 2: "31.01.2026" is not a date. Use one such as 2026-01-31.',
    'Line 2: "DOLLAR" is not a currency. Use a code such as EUR.',
    'Line 2: "0,92" is not a rate. Use a decimal such as 0.92.',
  ]);
  expect(read("day,rate\n2026-01-31,0.92\n").faults).toEqual([
    "The first line has no column from. Use date, from, to, and rate.",
  ]);
});
