import { expect, test } from "vitest";
import { refuseWindowsOfAll, windowsOf } from "../../src/usage/windows.ts";

// R-EVT-7: usage by hour, day or month in a time zone.

const period = (from: string, to: string) => ({ from, to });

test("the period cuts the first and the last window", () => {
  expect(windowsOf(period("2024-01-15T12:00:00.000Z", "2024-03-10T00:00:00.000Z"), "month", "UTC")).toEqual([
    period("2024-01-15T12:00:00.000Z", "2024-02-01T00:00:00.000Z"),
    period("2024-02-01T00:00:00.000Z", "2024-03-01T00:00:00.000Z"),
    period("2024-03-01T00:00:00.000Z", "2024-03-10T00:00:00.000Z"),
  ]);
  expect(windowsOf(period("2024-01-15T12:00:00.000Z", "2024-01-15T12:00:00.000Z"), "day", "UTC")).toEqual([]);
});

test("on days with a clock change, a day has 23 or 25 hours, and each hour is one window", () => {
  const spring = period("2024-03-30T23:00:00.000Z", "2024-03-31T22:00:00.000Z");
  expect(windowsOf(spring, "day", "Europe/Berlin")).toEqual([spring]);
  expect(windowsOf(spring, "hour", "Europe/Berlin")).toHaveLength(23);
  const autumn = period("2024-10-26T22:00:00.000Z", "2024-10-27T23:00:00.000Z");
  expect(windowsOf(autumn, "day", "Europe/Berlin")).toEqual([autumn]);
  expect(windowsOf(autumn, "hour", "Europe/Berlin")).toHaveLength(25);
});

test("hours follow the time zone, even if they begin at half past", () => {
  const [first, second] = windowsOf(
    period("2024-01-01T00:00:00.000Z", "2024-01-01T02:00:00.000Z"),
    "hour",
    "Asia/Kolkata",
  );
  expect([first?.to, second?.to]).toEqual(["2024-01-01T00:30:00.000Z", "2024-01-01T01:30:00.000Z"]);
});

test("at most 800 windows, and 20,000 for all metrics together", () => {
  const days = (count: number) =>
    period("2024-01-01T00:00:00.000Z", new Date(Date.UTC(2024, 0, 1 + count)).toISOString());
  expect(windowsOf(days(800), "day", "UTC")).toHaveLength(800);
  const tooMany = expect.objectContaining({ faults: [expect.objectContaining({ code: "too_many_windows" })] });
  expect(() => windowsOf(days(801), "day", "UTC")).toThrow(tooMany);
  expect(() => refuseWindowsOfAll(25, 800)).not.toThrow();
  expect(() => refuseWindowsOfAll(26, 800)).toThrow(tooMany);
});
