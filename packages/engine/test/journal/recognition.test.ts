import { Decimal, recognitionSchedule } from "@counterfoil/engine";
import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";

const date = (text: string) => Temporal.PlainDate.from(text);

function schedule(amount: string, start: string, end: string, currency = "USD"): string[] {
  const parts = recognitionSchedule(Decimal.of(amount), { start: date(start), end: date(end) }, currency);
  return parts.map((part) => `${part.month} ${part.days} ${part.day.toString()} ${part.amount.toString()}`);
}

test("a month from the 15th becomes revenue by the days in each calendar month", () => {
  // 93.00 × 17/31 and × 14/31
  expect(schedule("93.00", "2024-01-15", "2024-02-15")).toEqual([
    "2024-01 17 2024-01-31 51.00",
    "2024-02 14 2024-02-14 42.00",
  ]);
});

test("cents that cannot be divided by days go to the largest remainders, so that the months sum to the line", () => {
  // 100.00 over 91 days of 2024: 31/91 34.0659…, 29/91 31.8681…, 31/91 34.0659…; the floors are two cents short
  expect(schedule("100.00", "2024-01-01", "2024-04-01")).toEqual([
    "2024-01 31 2024-01-31 34.07",
    "2024-02 29 2024-02-29 31.87",
    "2024-03 31 2024-03-31 34.06",
  ]);
});

test("a credit reverses the revenue of the days that are not served", () => {
  expect(schedule("-42.00", "2024-02-01", "2024-02-15")).toEqual(["2024-02 14 2024-02-14 -42.00"]);
});

test("an amount without days is revenue at once, and yen have no decimals", () => {
  expect(schedule("5", "2024-03-05", "2024-03-05", "JPY")).toEqual(["2024-03 1 2024-03-05 5"]);
  // 100 × 10/15 and × 5/15: 66.67 and 33.33
  expect(schedule("100", "2024-03-22", "2024-04-06", "JPY")).toEqual([
    "2024-03 10 2024-03-31 67",
    "2024-04 5 2024-04-05 33",
  ]);
});

test("for any line the months sum to its amount, cover its days, and no part exceeds it", () => {
  const lines = fc.record({
    cents: fc.integer({ min: -10_000_000, max: 10_000_000 }),
    from: fc.integer({ min: 0, max: 2_000 }),
    days: fc.integer({ min: 1, max: 1_200 }),
  });
  fc.assert(
    fc.property(lines, ({ cents, from, days }) => {
      const amount = Decimal.of(`${cents}e-2`);
      const start = date("2023-01-01").add({ days: from });
      const parts = recognitionSchedule(amount, { start, end: start.add({ days }) }, "EUR");
      expect(Decimal.sum(parts.map((part) => part.amount)).equals(amount)).toBe(true);
      expect(parts.reduce((sum, part) => sum + part.days, 0)).toBe(days);
      expect(parts.every((part) => part.amount.abs().compare(amount.abs()) <= 0)).toBe(true);
      expect(new Set(parts.map(({ month }) => month)).size).toBe(parts.length);
    }),
  );
});
