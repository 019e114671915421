import { Decimal, recognitionSchedule } from "@counterfoil/engine";
import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { Fraction } from "../fraction.ts";

// Revenue day by day: each local day of the service earns the same, and months are rounded so that they sum to the
// line.

const date = (text: string) => Temporal.PlainDate.from(text);
const PLACES = { EUR: 2, JPY: 0, KWD: 3 } as const;
type Code = keyof typeof PLACES;

const line = fc.record({
  units: fc.integer({ min: -5_000_000, max: 5_000_000 }),
  from: fc.nat(1_500),
  days: fc.oneof(fc.integer({ min: 1, max: 70 }), fc.integer({ min: 1, max: 500 })),
  code: fc.constantFrom<Code>("EUR", "JPY", "KWD"),
});
type Line = typeof line extends fc.Arbitrary<infer One> ? One : never;

function period({ from, days }: Line) {
  const start = date("2023-02-11").add({ days: from });
  return { start, end: start.add({ days }) };
}

/** The days of a line in each month, counted one by one. */
function daysByMonth(one: Line): [month: string, days: number, last: string][] {
  const { start } = period(one);
  const all = Array.from({ length: one.days }, (_, days) => start.add({ days }).toString());
  return [...Map.groupBy(all, (day) => day.slice(0, 7))].map(([month, own]) => [month, own.length, own.at(-1)!]);
}

/** Largest remainder; of equal ones the earlier month. Negative amounts behave the same with all signs reversed. */
function months(one: Line): string[] {
  const places = PLACES[one.code];
  const byMonth = daysByMonth(one);
  const sign = one.units < 0 ? -1n : 1n;
  const units = BigInt(one.units) * sign;
  const shares = byMonth.map(([, days]) => new Fraction(units * BigInt(days), BigInt(one.days)));
  const floors = shares.map((share) => share.floor());
  const left = units - floors.reduce((sum, floor) => sum + floor, 0n);
  const ranked = shares
    .map((share, place) => ({ place, rest: share.minus(new Fraction(floors[place]!)) }))
    .toSorted((a, b) => (a.rest.equals(b.rest) ? a.place - b.place : a.rest.isBelow(b.rest) ? 1 : -1));
  const raised = new Set(ranked.slice(0, Number(left)).map(({ place }) => place));
  return byMonth.map(([month, days, last], place) => {
    const own = (floors[place]! + (raised.has(place) ? 1n : 0n)) * sign;
    return `${month} ${days} ${last} ${new Fraction(own, 10n ** BigInt(places)).toFixed(places)}`;
  });
}

function schedule(one: Line): string[] {
  const places = PLACES[one.code];
  const parts = recognitionSchedule(Decimal.of(`${one.units}e-${places}`), period(one), one.code);
  return parts.map(({ month, days, day, amount }) => `${month} ${days} ${day.toString()} ${amount.toFixed(places)}`);
}

test("each month earns its days of a line, on the last of these days", () => {
  fc.assert(
    fc.property(line, (one) => {
      expect(schedule(one)).toEqual(months(one));
    }),
    { numRuns: 100 },
  );
});

test("a line and its full credit leave nothing in any month", () => {
  fc.assert(
    fc.property(line, (one) => {
      const amounts = (given: Line) => schedule(given).map((part) => Decimal.of(part.split(" ").at(-1)!));
      const credit = amounts({ ...one, units: -one.units });
      expect(amounts(one).map((amount, place) => amount.plus(credit[place]!).isZero())).not.toContain(false);
    }),
  );
});

test("splitting a line between two months does not change the revenue of any month", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 }), (before, after) => {
      const start = date("2023-03-01");
      const [cut, end] = [start.add({ months: before }), start.add({ months: before + after })];
      // A cent a day: every part is whole, so rounding does not matter.
      const earned = (from: Temporal.PlainDate, until: Temporal.PlainDate) =>
        recognitionSchedule(Decimal.of(`${from.until(until).days}e-2`), { start: from, end: until }, "EUR").map(
          ({ month, amount }) => `${month} ${amount.toFixed(2)}`,
        );
      expect([...earned(start, cut), ...earned(cut, end)]).toEqual(earned(start, end));
    }),
  );
});

test.each([
  // 1,200.00 over 365 days: 31 × 3.2876… = 101.9178…, 28 × = 92.0547…, 30 × = 98.6301…
  [
    "1200.00",
    "2023-01-01",
    "2024-01-01",
    "EUR",
    "101.92 92.05 101.92 98.63 101.92 98.63 101.92 101.92 98.63 101.92 98.63 101.91",
  ],
  // 366 days: 31 × 3.2786… = 101.6393…, 29 × = 95.0819…, 30 × = 98.3606…
  [
    "1200.00",
    "2024-01-01",
    "2025-01-01",
    "EUR",
    "101.64 95.08 101.64 98.36 101.64 98.36 101.64 101.64 98.36 101.64 98.36 101.64",
  ],
  ["10", "2024-01-31", "2024-03-02", "JPY", "0 10 0"], // 1, 29 and 1 of 31 days: 0.32, 9.35 and 0.32
  ["0.001", "2024-01-31", "2024-02-02", "KWD", "0.001 0.000"], // half a fils each: the first month gets it
  ["-0.05", "2024-04-30", "2024-05-02", "EUR", "-0.03 -0.02"], // like 0.05, which is 0.03 and 0.02
  ["7.00", "2024-12-31", "2025-01-01", "EUR", "7.00"],
])("%s from %s to %s in %s is %s", (amount, start, end, code, expected) => {
  const parts = recognitionSchedule(Decimal.of(amount), { start: date(start), end: date(end) }, code);
  expect(parts.map((part) => part.amount.toFixed(PLACES[code as Code])).join(" ")).toBe(expected);
});
