import { Decimal } from "@counterfoil/engine";
import { expect, test } from "vitest";
import { isToBeToppedUp, passedThreshold } from "../../src/credits/credit-thresholds.ts";
import { shareTakenBack } from "../../src/credits/share-taken-back.ts";
import { issued } from "../rows/invoice.ts";

// R-INV-8: when a notification reports low credit, when credit is topped up, and what written-off invoices take back.

const amount = (text: string) => Decimal.of(text);

test.each([
  ["100", "50", "50", "50"], // credit at the threshold is low
  ["50.01", "49.99", "50", "50"],
  ["100", "50.01", "50", null],
  ["50", "30", "50", null], // already reported
  ["100", "0", "50", "50"],
  ["100", "0", null, null],
])("from %s to %s with the threshold %s: %s", (before, after, lowBalanceThreshold, expected) => {
  const passed = passedThreshold(amount(before), amount(after), { lowBalanceThreshold });
  expect(passed?.toString() ?? null).toBe(expected);
});

test("crosses nothing without a threshold", () => {
  expect(passedThreshold(amount("100"), amount("0"), undefined)).toBeNull();
});

test.each([
  ["20", "20", true],
  ["20", "20.01", false],
  ["20", "0", true],
  [null, "0", false],
])("with the threshold %s, %s is topped up: %s", (topUpThreshold, balance, expected) => {
  expect(isToBeToppedUp({ topUpThreshold }, amount(balance))).toBe(expected);
});

test("written-off invoices take back credit in order, up to what was spent, given back and is due", () => {
  const owing = (id: string, spent: string, given: string, due: string) => ({
    invoice: issued({ id, status: "uncollectible" }),
    spent: amount(spent),
    given: amount(given),
    due: amount(due),
  });
  const shares = (most: string, ...all: ReturnType<typeof owing>[]) =>
    shareTakenBack(all, amount(most)).map(({ invoice, amount: part }) => `${invoice.id} ${part.toString()}`);
  const all = [owing("inv_1", "30", "40", "100"), owing("inv_2", "50", "20", "100"), owing("inv_3", "50", "50", "10")];
  expect(shares("100", ...all)).toEqual(["inv_1 30", "inv_2 20", "inv_3 10"]);
  expect(shares("45", ...all)).toEqual(["inv_1 30", "inv_2 15"]);
  expect(shares("0", ...all)).toEqual([]);
  expect(shares("100", owing("inv_1", "0", "40", "100"), owing("inv_2", "50", "20", "-5"))).toEqual([]);
});
