import { expect, test } from "vitest";
import { isCollectable } from "../../../src/flows/collect/is-collectable.ts";
import { issued } from "../../rows/invoice.ts";

// R-INV-7: which invoices are collected and reminded.

test.each([
  ["issued", {}, true],
  ["overdue", { amountPaid: "99.99" }, true],
  ["overdue", { amountPaid: "60", creditsApplied: "40" }, false],
  ["paid", {}, false],
  ["uncollectible", {}, false],
  ["void", {}, false],
] as const)("%s %j: %s", (status, members, expected) => {
  expect(isCollectable(issued({ status, ...members }))).toBe(expected);
});
