import { expect, test } from "vitest";
import { stepAhead } from "../../src/pages/clocks/step-ahead.ts";

test("advances by days and weeks", () => {
  expect(stepAhead("2027-02-28T23:00:00.000Z", "day")).toBe("2027-03-01T23:00:00.000Z");
  expect(stepAhead("2026-12-28T00:00:00.000Z", "week")).toBe("2027-01-04T00:00:00.000Z");
});

test("a month later is the same day, or the last of a shorter month", () => {
  expect(stepAhead("2027-01-15T08:30:00.000Z", "month")).toBe("2027-02-15T08:30:00.000Z");
  expect(stepAhead("2027-01-31T08:30:00.000Z", "month")).toBe("2027-02-28T08:30:00.000Z");
  expect(stepAhead("2026-12-31T00:00:00.000Z", "month")).toBe("2027-01-31T00:00:00.000Z");
});
