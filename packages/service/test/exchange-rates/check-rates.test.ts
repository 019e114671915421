import { expect, test } from "vitest";
import { exchangeRateFaults } from "../../src/exchange-rates/check-rates.ts";

const good = { fromCurrency: "USD", toCurrency: "EUR", date: "2026-01-31", rate: "0.92" };
const codes = (...rates: Parameters<typeof exchangeRateFaults>[0]) =>
  exchangeRateFaults(rates).map(({ pointer, code }) => `${pointer} ${code}`);

test("the same pair on other days, and both directions of a pair, are different rates", () => {
  expect(codes(good, { ...good, date: "2026-02-01" }, { ...good, fromCurrency: "EUR", toCurrency: "USD" })).toEqual([]);
});

test("a repeated rate names the first one, even if it is equal", () => {
  const [fault, ...others] = exchangeRateFaults([good, { ...good, date: "2026-02-01" }, good]);
  expect(others).toEqual([]);
  expect(fault).toMatchObject({ pointer: "/items/2/date", code: "repeated" });
  expect(fault?.detail).toContain("Item 0 already sets the rate from USD to EUR on 2026-01-31");
});

test("unknown and equal currencies, and rates that are not above zero", () => {
  expect(codes({ ...good, fromCurrency: "XXQ" })).toEqual(["/items/0/fromCurrency unknown_currency"]);
  expect(codes({ ...good, toCurrency: "USD" })).toEqual(["/items/0/toCurrency same_currency"]);
  expect(codes({ ...good, rate: 0 }, { ...good, date: "2026-02-01", rate: "-0.1" })).toEqual([
    "/items/0/rate not_positive",
    "/items/1/rate not_positive",
  ]);
});
