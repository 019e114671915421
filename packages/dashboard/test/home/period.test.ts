import { expect, test } from "vitest";
import { moved, PERIODS, readPeriod } from "../../src/pages/home/period.ts";

const TODAY = "2026-05-31";

test("each period ends with today, except the last month", () => {
  const ranges = PERIODS.map((period) => readPeriod({ period }, TODAY).range);
  expect(ranges).toEqual([
    { from: "2026-05-02", to: "2026-06-01" }, // 30 days: May 2 to 31
    {}, // this month, which is the server's default
    { from: "2026-04-01", to: "2026-05-01" },
    { from: "2026-04-01", to: "2026-06-01" },
    { from: "2026-01-01", to: "2026-06-01" },
    {},
  ]);
});

test("a quarter and the last month go back over the turn of the year", () => {
  expect(readPeriod({ period: "quarter" }, "2026-12-31").range).toEqual({ from: "2026-10-01", to: "2027-01-01" });
  expect(readPeriod({ period: "last_month" }, "2026-01-15").range).toEqual({ from: "2025-12-01", to: "2026-01-01" });
});

test("days in the address are a custom period, and days in the wrong order are not sent", () => {
  const days = { from: "2026-01-10", to: "2026-02-01" };
  expect(readPeriod(days, TODAY)).toEqual({ period: "custom", range: days });
  expect(readPeriod({ period: "custom", ...days }, TODAY).range).toEqual(days);
  expect(readPeriod({ period: "custom", from: "2026-02-01", to: "2026-01-10" }, TODAY).range).toEqual({});
  expect(readPeriod({ period: "someday" }, TODAY)).toEqual({ period: "month", range: {} });
});

test("a day moves over months and years", () => {
  expect(moved("2026-12-31", { days: 1 })).toBe("2027-01-01");
  expect(moved("2026-03-01", { days: -1 })).toBe("2026-02-28");
  expect(moved("2026-01-01", { months: -1 })).toBe("2025-12-01");
});
