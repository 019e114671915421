import { expect, test } from "vitest";
import { cashInterval, cashSteps } from "../../src/pages/home/cash-days.ts";

test("up to 62 days are shown by day, and more by month", () => {
  expect(cashInterval({})).toBe("day");
  expect(cashInterval({ from: "2026-01-01", to: "2026-03-04" })).toBe("day");
  expect(cashInterval({ from: "2026-01-01", to: "2026-03-05" })).toBe("month");
});

test("the steps cover the period without a gap, and name the days that the server names", () => {
  expect(cashSteps("2026-01-30", "2026-02-02", "day")).toEqual([
    { from: "2026-01-30", to: "2026-01-31" },
    { from: "2026-01-31", to: "2026-02-01" },
    { from: "2026-02-01", to: "2026-02-02" },
  ]);
  expect(cashSteps("2026-01-30", "2026-03-10", "month")).toEqual([
    { from: "2026-01-30", to: "2026-02-01" },
    { from: "2026-02-01", to: "2026-03-01" },
    { from: "2026-03-01", to: "2026-03-10" },
  ]);
});
