import { Decimal } from "@counterfoil/engine";
import type { SpendLimitRow } from "@counterfoil/storage";
import { expect, test } from "vitest";
import { amountFaults, shareFaults } from "../../../src/flows/spend-limits/check-spend-limit.ts";
import { reachedShares } from "../../../src/flows/spend-limits/reached-shares.ts";
import { toSpendLimit } from "../../../src/flows/spend-limits/spend-limit.ts";

const row = {
  id: "limit_1",
  accountId: "acct_1",
  currency: "EUR",
  amount: "80",
  notifyAt: [50, 75, 100],
} as SpendLimitRow;
const at = "2026-02-03T10:00:00.000Z";

test("shares are reached at their exact amount, lowest first (R-CREDIT-2)", () => {
  const reached = (spent: string, startsOn: string | null = "2026-02-01") =>
    reachedShares(
      [{ row, startsOn, startsAt: null, counts: new Map() }],
      new Map([["limit_1", Decimal.of(spent)]]),
      at,
    ).map(({ period, share, told }) => `${period} ${share} ${told.spent} of ${told.amount}`);
  expect(reached("39.99")).toEqual([]);
  expect(reached("40")).toEqual(["2026-02-01 50 40.00 of 80.00"]);
  expect(reached("80.5")).toEqual([50, 75, 100].map((share) => `2026-02-01 ${share} 80.50 of 80.00`));
  expect(reached("80", null)).toEqual([]);
});

test.each([
  ["10", "EUR", []],
  ["0", "EUR", ["too_small"]],
  ["-1", "EUR", ["too_small"]],
  ["0.001", "EUR", ["too_many_decimals"]],
  ["0.5", "JPY", ["too_many_decimals"]],
  ["ten", "EUR", []],
])("an amount of %s %s: %j (R-CREDIT-2)", (amount, currency, codes) => {
  expect(amountFaults({ amount, currency }).map(({ code }) => code)).toEqual(codes);
});

test("percentages ascend (R-CREDIT-2)", () => {
  expect(shareFaults({ notifyAt: [] })).toEqual([]);
  expect(shareFaults({ notifyAt: [50, 80, 80, 70] }).map(({ pointer }) => pointer)).toEqual([
    "/notifyAt/2",
    "/notifyAt/3",
  ]);
});

test("an amount is shown with the decimals of its currency", () => {
  expect(toSpendLimit(row).amount).toBe("80.00");
});
