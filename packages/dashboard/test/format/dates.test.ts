import { expect, test } from "vitest";
import { formatDaysOfMonth, formatServicePeriod } from "../../src/format/dates.ts";

test("the days of a month are named by the month only if they are all of its days", () => {
  expect(formatDaysOfMonth("2026-11-01", "2026-12-01")).toBe("Nov 2026");
  expect(formatDaysOfMonth("2026-12-01", "2027-01-01")).toBe("Dec 2026");
  expect(formatDaysOfMonth("2026-11-01", "2026-11-26")).toMatch(/^Nov 1\s–\s25$/);
  expect(formatDaysOfMonth("2026-11-16", "2026-12-01")).toMatch(/^Nov 16\s–\s30$/);
  expect(formatDaysOfMonth("2026-11-01", "2026-11-02")).toBe("Nov 1");
});

test("a service period is printed from its first to its last day, and one day once", () => {
  expect(formatServicePeriod({ start: "2026-01-01", end: "2026-02-01" })).toMatch(/^Jan 1\s–\s31, 2026$/);
  expect(formatServicePeriod({ start: "2026-12-16", end: "2027-01-16" })).toMatch(/^Dec 16, 2026\s–\sJan 15, 2027$/);
  expect(formatServicePeriod({ start: "2026-03-05", end: "2026-03-06" })).toBe("Mar 5, 2026");
  expect(formatServicePeriod({ start: "2026-03-05", end: "2026-03-05" })).toBe("Mar 5, 2026");
});
