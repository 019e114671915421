import { expect, test } from "vitest";
import { isMarginLow } from "../../../src/flows/margin-alerts/is-margin-low.ts";

// R-COST-1: when the margin of an account is low.

const alert = { percent: "20", minimumCost: "5" };
const isLow = (revenue: string | null, cost: string | null, margin: string | null, members: object = {}) =>
  isMarginLow({ revenue, cost, margin }, { ...alert, ...members });

test("a margin below the percentage of the revenue is low, one equal to it is not (R-COST-1)", () => {
  expect(isLow("10.00", "8.00", "2.00")).toBe(false);
  expect(isLow("10.00", "8.0000001", "1.9999999")).toBe(true);
  expect(isLow("10.00", "9.99", "0.01", { percent: "0" })).toBe(false);
  expect(isLow("10.00", "10.01", "-0.01", { percent: "0" })).toBe(true);
});

test("costs without revenue are low, also after a credit; costs below the minimum are not (R-COST-1)", () => {
  expect(isLow("0.00", "5.00", "-5.00")).toBe(true);
  expect(isLow("-10.00", "5.00", "-15.00")).toBe(true);
  expect(isLow("0.00", "4.99", "-4.99")).toBe(false);
  expect(isLow("-10.00", "0.00", "-10.00", { minimumCost: "0" })).toBe(false);
});

test("a missing exchange rate leaves it open (R-COST-1)", () => {
  expect(isLow(null, "5.00", null)).toBe(false);
});
