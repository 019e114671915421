import { expect, test } from "vitest";
import { isSkipped } from "../../../src/flows/issue/is-skipped.ts";

// R-INV-2: what happens to an invoice of zero.

test.each([
  ["skip", "sub_1", "0.00", true],
  ["skip", "sub_1", "0.01", false],
  ["skip", "sub_1", "-0.01", false],
  ["skip", null, "0.00", false],
  ["issue", "sub_1", "0.00", false],
] as const)("%s, subscription %s, total %s: skipped %s", (zeroAmountInvoices, subscriptionId, total, expected) => {
  expect(isSkipped({ subscriptionId, total }, { zeroAmountInvoices })).toBe(expected);
});
