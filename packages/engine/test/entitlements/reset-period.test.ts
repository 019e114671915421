import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { RESETS, resetPeriodAt, type ResetRule, type Resets } from "../../src/index.ts";
import { date } from "../billing/support.ts";

function rule(resets: Resets, terms: Partial<ResetRule> = {}): ResetRule {
  const startsOn = date("2026-01-10");
  return {
    resets,
    timeZone: "UTC",
    earlierZones: [],
    startsOn,
    anchor: date("2026-01-31"),
    interval: "monthly",
    ...terms,
  };
}

/** `2026-01-01  2026-01-01T00:00:00Z → 2026-02-01T00:00:00Z` */
function shown(of: ResetRule, now: string): string {
  const { label, start, end } = resetPeriodAt(of, Temporal.Instant.from(now));
  return `${label}  ${start} → ${end ?? "open"}`;
}

test.each<[Resets, string]>([
  ["none", "always  1970-01-01T00:00:00Z → open"],
  ["hour", "2026-08-13T15:00:00.000Z  2026-08-13T15:00:00Z → 2026-08-13T16:00:00Z"],
  ["day", "2026-08-13  2026-08-13T00:00:00Z → 2026-08-14T00:00:00Z"],
  ["week", "2026-08-10  2026-08-10T00:00:00Z → 2026-08-17T00:00:00Z"], // from Monday; the 13th is a Thursday
  ["month", "2026-08-01  2026-08-01T00:00:00Z → 2026-09-01T00:00:00Z"],
  ["quarter", "2026-07-01  2026-07-01T00:00:00Z → 2026-10-01T00:00:00Z"],
  ["semi_annual", "2026-07-01  2026-07-01T00:00:00Z → 2027-01-01T00:00:00Z"],
  ["year", "2026-01-01  2026-01-01T00:00:00Z → 2027-01-01T00:00:00Z"],
  ["billing_period", "2026-07-31  2026-07-31T00:00:00Z → 2026-08-31T00:00:00Z"],
])("%s", (resets, expected) => {
  expect(shown(rule(resets), "2026-08-13T15:45:12.345Z")).toBe(expected);
});

test("hours of a zone with a half-hour offset begin with its local hours", () => {
  const india = rule("hour", { timeZone: "Asia/Kolkata" });
  expect(shown(india, "2026-08-13T15:45:00Z")).toContain("2026-08-13T15:30:00Z → 2026-08-13T16:30:00Z");
});

test("the days before the first billing date are one period (R-TIME-2)", () => {
  expect(shown(rule("billing_period"), "2026-01-30T23:59:59Z")).toBe(
    "2026-01-10  2026-01-10T00:00:00Z → 2026-01-31T00:00:00Z",
  );
  // January 31 → February 28 → March 31
  expect(shown(rule("billing_period"), "2026-02-28T00:00:00Z")).toBe(
    "2026-02-28  2026-02-28T00:00:00Z → 2026-03-31T00:00:00Z",
  );
});

test("days before a change of time zone begin where they began before, and the label stays (R-TIME-1)", () => {
  // The zone changed on the 10th in Tokyo: that was 15:00 on the 9th in UTC, and still the 8th in Los Angeles until
  // 07:00.
  const moved = {
    timeZone: "America/Los_Angeles",
    earlierZones: [{ timeZone: "Asia/Tokyo", through: date("2026-01-10") }],
  };
  expect(shown(rule("month", moved), "2026-01-09T20:00:00Z")).toBe(
    "2026-01-01  2025-12-31T15:00:00Z → 2026-02-01T08:00:00Z",
  );
  // 12:00 on the 9th in Los Angeles, where the 10th began by Tokyo's clock.
  expect(shown(rule("day", moved), "2026-01-09T20:00:00Z")).toBe(
    "2026-01-10  2026-01-09T15:00:00Z → 2026-01-11T08:00:00Z",
  );
});

test("every instant is in its period, and so are the period's start and the instant before its end", () => {
  const zones = ["UTC", "Asia/Kolkata", "America/New_York", "Pacific/Apia", "Africa/Casablanca"];
  fc.assert(
    fc.property(
      fc.constantFrom(...RESETS),
      fc.constantFrom(...zones),
      fc.integer({ min: Date.UTC(2026, 0, 11), max: Date.UTC(2031, 0, 1) }),
      (resets, timeZone, at) => {
        const of = rule(resets, { timeZone });
        const now = Temporal.Instant.fromEpochMilliseconds(at);
        const { label, start, end } = resetPeriodAt(of, now);
        expect(Temporal.Instant.compare(start, now)).toBeLessThanOrEqual(0);
        expect(resetPeriodAt(of, start).label).toBe(label);
        if (end === null) return;
        expect(Temporal.Instant.compare(now, end)).toBeLessThan(0);
        expect(resetPeriodAt(of, end.subtract({ milliseconds: 1 })).label).toBe(label);
        expect(resetPeriodAt(of, end).label).not.toBe(label);
      },
    ),
  );
});
