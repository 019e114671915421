import { expect, test } from "vitest";
import { countByStatus, countMatched, sumOf, totalsByCurrency } from "../../src/lists/summed-rows.ts";

const rows = [
  { isMatched: true, status: "paid", currency: "USD", count: "2", total: "0.10" },
  { isMatched: true, status: "draft", currency: "USD", count: "1", total: "0.20" },
  { isMatched: true, status: "paid", currency: "EUR", count: "3", total: "-4" },
  { isMatched: false, status: "void", currency: "USD", count: "5", total: "99" },
];

test("only rows that match are counted and summed, each currency by itself and exactly", () => {
  expect(countMatched(rows)).toBe(6); // 2 + 1 + 3
  expect(totalsByCurrency(rows, ["total"])).toEqual([
    { currency: "EUR", count: 3, total: "-4.00" },
    { currency: "USD", count: 3, total: "0.30" }, // 0.10 + 0.20
  ]);
});

test("statuses count rows that only the filter on the status leaves out", () => {
  expect(countByStatus(["draft", "paid", "void", "issued"], rows, (index) => rows[index]?.status)).toEqual([
    { status: "draft", count: 1 },
    { status: "paid", count: 5 }, // 2 + 3
    { status: "void", count: 5 },
    { status: "issued", count: 0 },
  ]);
  expect(sumOf([], () => "1")).toBe(0);
});
