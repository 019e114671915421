import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import {
  addIntervals,
  BILLING_INTERVALS,
  type BillingInterval,
  billingPeriod,
  dayBefore,
  daysBetween,
  earlier,
  fitsInto,
  isBefore,
  later,
  overlap,
  periodNumberAt,
} from "../../src/calendar/interval.ts";

// A second implementation of the calendar, counted only from the lengths of months (R-TIME-2).

const date = (text: string) => Temporal.PlainDate.from(text);

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

function lengthOf(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const written = ({ year, month, day }: Day) =>
  [year, String(month).padStart(2, "0"), String(day).padStart(2, "0")].join("-");

/** A number of months later, on the same day or the last day of the month. */
function monthsOn({ year, month, day }: Day, months: number): Day {
  const count = year * 12 + (month - 1) + months;
  const [toYear, toMonth] = [Math.floor(count / 12), (((count % 12) + 12) % 12) + 1];
  return { year: toYear, month: toMonth, day: Math.min(day, lengthOf(toYear, toMonth)) };
}

/** A number of days later, counted one by one. */
function daysOn(from: Day, days: number): Day {
  let at = from;
  for (let left = days; left > 0; left -= 1) {
    const isLast = at.day === lengthOf(at.year, at.month);
    at = isLast ? { ...monthsOn({ ...at, day: 1 }, 1), day: 1 } : { ...at, day: at.day + 1 };
  }
  return at;
}

const anyDay: fc.Arbitrary<Day> = fc
  .record({ year: fc.integer({ min: 1996, max: 2104 }), month: fc.integer({ min: 1, max: 12 }), last: fc.nat(30) })
  .map(({ year, month, last }) => ({ year, month, day: Math.max(1, lengthOf(year, month) - last) }));
const anyInterval = fc.constantFrom(...BILLING_INTERVALS);
const MONTHS: Partial<Record<BillingInterval, number>> = { monthly: 1, quarterly: 3, semi_annual: 6, yearly: 12 };

test("months are counted from the anchor and clamped to the last day, including around 2000 and 2100 (R-TIME-2)", () => {
  const byMonth = fc.constantFrom("monthly", "quarterly", "semi_annual", "yearly");
  fc.assert(
    fc.property(anyDay, byMonth, fc.integer({ min: -40, max: 40 }), (anchor, interval, count) => {
      const expected = monthsOn(anchor, count * MONTHS[interval]!);
      expect(addIntervals(date(written(anchor)), interval, count).toString()).toBe(written(expected));
    }),
    { numRuns: 200 },
  );
});

test("days and weeks are counted one by one (R-TIME-2)", () => {
  fc.assert(
    fc.property(anyDay, fc.constantFrom("daily", "weekly"), fc.nat(60), (anchor, interval, count) => {
      const expected = daysOn(anchor, interval === "daily" ? count : count * 7);
      const end = addIntervals(date(written(anchor)), interval, count);
      expect(end.toString()).toBe(written(expected));
      expect(daysBetween(date(written(anchor)), end)).toBe(interval === "daily" ? count : count * 7);
    }),
  );
});

test("periods follow one another from the anchor, and their numbers count them (R-TIME-2)", () => {
  fc.assert(
    fc.property(anyDay, anyInterval, fc.integer({ min: -30, max: 30 }), (day, interval, k) => {
      const anchor = date(written(day));
      const period = billingPeriod(anchor, interval, k);
      expect(period.end.equals(billingPeriod(anchor, interval, k + 1).start)).toBe(true);
      expect(periodNumberAt(anchor, interval, period.start)).toBe(k);
      expect(periodNumberAt(anchor, interval, dayBefore(period.end))).toBe(k);
      expect(periodNumberAt(anchor, interval, period.end)).toBe(k + 1);
    }),
    { numRuns: 150 },
  );
});

test("an interval that fits into another fills each of its periods exactly, and no other does", () => {
  const fits = (part: BillingInterval) => BILLING_INTERVALS.filter((whole) => fitsInto(part, whole)).join(" ");
  expect(BILLING_INTERVALS.map((part) => `${part}: ${fits(part)}`)).toEqual([
    "daily: daily weekly monthly quarterly semi_annual yearly",
    "weekly: weekly",
    "monthly: monthly quarterly semi_annual yearly",
    "quarterly: quarterly semi_annual yearly",
    "semi_annual: semi_annual yearly",
    "yearly: yearly",
  ]);
  fc.assert(
    fc.property(anyDay, anyInterval, anyInterval, fc.nat(10), (day, part, whole, k) => {
      const anchor = date(written(day));
      const { start } = billingPeriod(anchor, whole, k);
      if (fitsInto(part, whole)) {
        expect(billingPeriod(anchor, part, periodNumberAt(anchor, part, start)).start.equals(start)).toBe(true);
      }
    }),
  );
});

test("two periods overlap on the days that are in both, counted one by one", () => {
  const span = fc.tuple(fc.nat(60), fc.nat(40)).map(([from, days]) => {
    const start = date("2024-02-01").add({ days: from });
    return { start, end: start.add({ days }) };
  });
  fc.assert(
    fc.property(span, span, (a, b) => {
      const daysOf = ({ start, end }: typeof a) =>
        Array.from({ length: start.until(end).days }, (_, days) => start.add({ days }).toString());
      const [daysOfA, daysOfB] = [daysOf(a), new Set(daysOf(b))];
      const both = daysOfA.filter((day) => daysOfB.has(day));
      const shared = overlap(a, b.start, b.end);
      expect(shared === undefined).toBe(both.length === 0);
      expect(shared === undefined ? [] : daysOf(shared)).toEqual(both);
      // Without an end, everything from the start on is shared.
      const open = overlap(a, b.start, null);
      const rest = daysOfA.filter((day) => day >= b.start.toString());
      expect(open === undefined ? [] : daysOf(open)).toEqual(rest);
    }),
  );
});

test("orders two days", () => {
  fc.assert(
    fc.property(anyDay, anyDay, (first, second) => {
      const [a, b] = [date(written(first)), date(written(second))];
      expect([earlier(a, b), later(a, b)].map(String)).toEqual([written(first), written(second)].toSorted());
      expect(isBefore(a, b)).toBe(written(first) < written(second));
      expect(daysBetween(a, b)).toBe(-daysBetween(b, a) + 0);
    }),
  );
});

test.each([
  ["2024-01-31", "monthly", "01-31 02-29 03-31 04-30 05-31 06-30"],
  ["2025-01-31", "monthly", "01-31 02-28 03-31 04-30 05-31 06-30"],
  ["2024-01-30", "monthly", "01-30 02-29 03-30 04-30 05-30 06-30"],
  ["2024-11-30", "quarterly", "11-30 02-28 05-30 08-30 11-30 02-28"],
  ["2023-08-31", "semi_annual", "08-31 02-29 08-31 02-28 08-31 02-28"],
  ["2024-02-29", "yearly", "02-29 02-28 02-28 02-28 02-29 02-28"],
  ["2099-02-28", "yearly", "02-28 02-28 02-28 02-28 02-28 02-28"], // 2100 is not a leap year
  ["2024-12-30", "weekly", "12-30 01-06 01-13 01-20 01-27 02-03"],
] as const)("from %s, %s: %s (R-TIME-2)", (anchor, interval, starts) => {
  const first = Array.from({ length: 6 }, (_, k) => billingPeriod(date(anchor), interval, k).start.toString().slice(5));
  expect(first.join(" ")).toBe(starts);
});
