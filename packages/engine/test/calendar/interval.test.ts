import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { addIntervals, BILLING_INTERVALS, billingPeriod, periodNumberAt } from "../../src/calendar/interval.ts";

const date = (text: string) => Temporal.PlainDate.from(text);

test("a monthly anchor on the 31st bills every month end and returns to the 31st (R-TIME-2)", () => {
  const starts = [0, 1, 2, 3, 4].map((k) => addIntervals(date("2024-01-31"), "monthly", k).toString());
  expect(starts).toEqual(["2024-01-31", "2024-02-29", "2024-03-31", "2024-04-30", "2024-05-31"]);
});

test("a yearly anchor on February 29 bills on the 28th until the next leap year (R-TIME-2)", () => {
  const starts = [0, 1, 2, 3, 4].map((k) => addIntervals(date("2024-02-29"), "yearly", k).toString());
  expect(starts).toEqual(["2024-02-29", "2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29"]);
});

const anyDate = fc.integer({ min: 0, max: 20_000 }).map((days) => date("2000-01-01").add({ days }));

test("every date is in exactly the period with its number, without gaps or overlaps (R-TIME-2)", () => {
  fc.assert(
    fc.property(anyDate, anyDate, fc.constantFrom(...BILLING_INTERVALS), (anchor, day, interval) => {
      const k = periodNumberAt(anchor, interval, day);
      const period = billingPeriod(anchor, interval, k);
      expect(Temporal.PlainDate.compare(period.start, day)).toBeLessThanOrEqual(0);
      expect(Temporal.PlainDate.compare(day, period.end)).toBeLessThan(0);
      expect(billingPeriod(anchor, interval, k + 1).start.equals(period.end)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});
