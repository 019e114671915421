import { expect, test } from "vitest";
import { RunningTotals, toTotal } from "../../src/insights/totals.ts";

test("rows are counted and summed exactly per currency", () => {
  const totals = new RunningTotals();
  totals.add([
    { currency: "USD", amount: "0.10" },
    { currency: "EUR", amount: "5.00" },
  ]);
  totals.add([
    { currency: "USD", amount: "0.20" },
    { currency: "JPY", amount: "7" },
    { currency: "USD", amount: "-0.05" },
  ]);
  expect(totals.toTotals()).toEqual([
    { currency: "EUR", count: 1, amount: "5.00" },
    { currency: "JPY", count: 1, amount: "7" },
    { currency: "USD", count: 3, amount: "0.25" },
  ]);
  expect(new RunningTotals().toTotals()).toEqual([]);
});

test("a total of the database has the decimals of its currency", () => {
  expect(toTotal({ currency: "USD", count: "2", amount: "30.5" })).toEqual({
    currency: "USD",
    count: 2,
    amount: "30.50",
  });
});
