import { Decimal } from "@counterfoil/engine";
import { expect, test } from "vitest";
import { Conversion } from "../../src/exchange-rates/conversion.ts";

const dollars = (date: string, rate: string) => ({ fromCurrency: "USD", date, rate });
const on = (day: string, amount: string, currency = "USD") => ({ currency, on: day, amount: Decimal.of(amount) });
const RATES = [dollars("2026-01-01", "0.9"), dollars("2026-02-01", "0.8")];

test("each amount is converted at the newest rate on or before its day", () => {
  const conversion = new Conversion("EUR", RATES);
  // 10 × 0.9 + 10 × 0.9 + 10 × 0.8 + 5
  const sum = conversion.sum([
    on("2026-01-01", "10"),
    on("2026-01-31", "10"),
    on("2026-02-01", "10"),
    on("2025-01-01", "5", "EUR"),
  ]);
  expect(sum?.toFixed(2)).toBe("31.00");
  expect(conversion.rates).toEqual([dollars("2026-02-01", "0.8")]);
  expect(conversion.missing).toEqual([]);
});

test("sums are exact: nothing is rounded before the total", () => {
  const conversion = new Conversion("EUR", [dollars("2026-01-01", "0.3333")]);
  const cents = Array.from({ length: 3 }, () => on("2026-01-05", "0.01"));
  expect(conversion.sum(cents)?.toString()).toBe("0.009999");
});

test("without a rate there is no sum, and the first day without one is named", () => {
  const conversion = new Conversion("EUR", RATES);
  expect(conversion.sum([on("2026-01-05", "1"), on("2025-12-31", "1"), on("2025-11-30", "1")])).toBeNull();
  expect(conversion.sum([on("2026-01-05", "1", "GBP")])).toBeNull();
  expect(conversion.missing).toEqual([
    { fromCurrency: "GBP", date: "2026-01-05" },
    { fromCurrency: "USD", date: "2025-11-30" },
  ]);
});

test("an amount of zero needs no rate, and nothing adds up to zero", () => {
  const conversion = new Conversion("EUR", []);
  expect(conversion.sum([on("2026-01-05", "0", "GBP")])?.isZero()).toBe(true);
  expect(conversion.sum([])?.isZero()).toBe(true);
  expect(conversion.missing).toEqual([]);
});
