import { expect, test } from "vitest";
import { accountTimeZone } from "../../src/clocks/index.ts";
import { progressOf } from "../../src/clocks/progress-of.ts";

// R-TIME-1, R-TIME-4: a test clock's progress, and the time zone of an account.

const way = { advancedFrom: "2024-01-01T00:00:00.000Z", targetTime: "2024-01-11T00:00:00.000Z" };

test.each([
  ["ready", "2024-01-11T00:00:00.000Z", 1],
  ["advancing", "2024-01-01T00:00:00.000Z", 0],
  ["advancing", "2024-01-04T08:00:00.000Z", 0.333],
  ["advancing", "2024-01-10T23:59:59.999Z", 0.999],
  ["failed", "2024-01-06T00:00:00.000Z", 0.5],
] as const)("%s at %s: %s", (status, frozenTime, expected) => {
  expect(progressOf({ ...way, status, frozenTime })).toBe(expected);
});

test("does not divide by the length of an empty way", () => {
  const at = "2024-01-01T00:00:00.000Z";
  expect(progressOf({ status: "advancing", advancedFrom: at, targetTime: at, frozenTime: at })).toBe(0);
});

test("an account uses its own zone, or else the organization's", () => {
  const organization = { timezone: "Europe/Berlin" };
  expect(accountTimeZone({ timezone: "Asia/Tokyo" }, organization)).toBe("Asia/Tokyo");
  expect(accountTimeZone({ timezone: null }, organization)).toBe("Europe/Berlin");
});
