import { expect, test } from "vitest";
import type { Fault } from "../../src/errors/index.ts";
import { checkCost } from "../../src/events/check-cost.ts";

// R-COST-1: the cost of an event.

function read(sent: unknown): string[] {
  const faults: Fault[] = [];
  const cost = checkCost(sent, faults);
  const found = cost === undefined ? [] : [`${cost.amount.toCanonical()} ${cost.currency}`];
  return [...found, ...faults.map(({ pointer, code }) => `${pointer} ${code}`)];
}

test("reads decimals in any form, and no cost if there is none", () => {
  expect([read(undefined), read(null)]).toEqual([[], []]);
  expect(read({ amount: "0.50", currency: "USD" })).toEqual(["0.5 USD"]);
  expect(read({ amount: 3, currency: "JPY" })).toEqual(["3 JPY"]);
});

test("names every fault", () => {
  expect(read([])).toEqual(["/cost wrong_type"]);
  expect(read({})).toEqual(["/cost/amount required", "/cost/currency required"]);
  expect(read({ amount: true, currency: 7, "a/b": 1 })).toEqual([
    "/cost/a~1b unknown_member",
    "/cost/amount wrong_format",
    "/cost/currency unknown_currency",
  ]);
  expect(read({ amount: "-0.01", currency: "USD" })).toEqual(["/cost/amount below_minimum"]);
  expect(read({ amount: "1e15", currency: "USD" })).toEqual(["/cost/amount number_out_of_range"]);
});
