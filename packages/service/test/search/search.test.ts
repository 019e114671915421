import type { SearchMatch } from "@counterfoil/storage";
import { expect, test } from "vitest";
import { readAmounts } from "../../src/search/search-amount.ts";
import { rankMatches } from "../../src/search/search.ts";

test.each([
  ["1200", ["1200"]],
  ["1,200.00", ["1200.00"]],
  ["1.200,00", ["1200.00"]],
  ["1,200", ["1200", "1.200"]],
  ["1,234,567", ["1234567"]],
  ["1'234.50", ["1234.50"]],
  ["€ 12,5", ["12.5"]],
  ["12.50 EUR", ["12.50"]],
  ["0.0042", ["0.0042"]],
  ["1,23,4", []],
  ["INV-2026-00012", []],
  ["12.5.2026", []],
  ["acme", []],
  ["", []],
])("reads %j as the amounts %j", (text, amounts) => {
  expect(readAmounts(text)).toEqual(amounts);
});

const match = (type: SearchMatch["type"], id: string, isExact = false, reason: SearchMatch["reason"] = "name") => ({
  type,
  id,
  reason,
  isExact,
});

test("exact matches come first, then accounts, subscriptions, and the rest", () => {
  const ranked = rankMatches([
    match("metric", "metric_1"),
    match("subscription", "sub_1"),
    match("account", "acct_1"),
    match("product", "prod_1", true),
  ]);
  expect(ranked.map(({ id }) => id)).toEqual(["prod_1", "acct_1", "sub_1", "metric_1"]);
});

test("an object is listed once, with its best reason, and five of a type at most", () => {
  const ranked = rankMatches([
    match("account", "acct_1"),
    match("account", "acct_1", true, "alias"),
    ...[2, 3, 4, 5, 6, 7].map((each) => match("account", `acct_${each}`)),
    match("plan", "plan_1"),
  ]);
  expect(ranked.map(({ id }) => id)).toEqual(["acct_1", "acct_2", "acct_3", "acct_4", "acct_5", "plan_1"]);
  expect(ranked[0]?.reason).toBe("alias");
});
