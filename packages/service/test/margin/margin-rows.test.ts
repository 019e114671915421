import { Decimal } from "@counterfoil/engine";
import { expect, test } from "vitest";
import { toMarginParts } from "../../src/flows/margin/margin-rows.ts";

// R-COST-1: the groups of revenue and cost.

const row = {
  kind: "cost",
  accountId: "acct_1",
  productId: "prod_1",
  metricId: null,
  day: null,
  value: "large",
  currency: "USD",
  amount: "1.5",
} as const;

test.each([
  ["account", "acct_1"],
  ["product", "prod_1"],
  ["metric", null],
  ["property", "large"],
] as const)("by %s, the key is %s; without a day, the rate is that of the last day", (group, key) => {
  expect(toMarginParts([row], group, "2026-02-01")).toEqual([
    { kind: "cost", key, currency: "USD", on: "2026-01-31", amount: Decimal.of("1.5") },
  ]);
});

test("an amount with a day keeps it", () => {
  const parts = toMarginParts([{ ...row, day: "2026-01-10" }], "day", "2026-02-01");
  expect(parts).toMatchObject([{ key: "2026-01-10", on: "2026-01-10" }]);
});
