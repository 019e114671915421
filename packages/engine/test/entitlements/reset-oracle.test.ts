import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import {
  addQuantities,
  BILLING_INTERVALS,
  Decimal,
  fits,
  overageOf,
  remainingOf,
  resetPeriodAt,
  type ResetRule,
  type Resets,
} from "../../src/index.ts";
import { date } from "../billing/support.ts";

// When a quantity starts again, found by looking at each day in turn, and what is left of it in sums of whole thousandths.

const FIRST = date("2026-01-10");

function rule(resets: Resets, terms: Partial<ResetRule> = {}): ResetRule {
  return { resets, timeZone: "UTC", earlierZones: [], startsOn: FIRST, anchor: FIRST, interval: "monthly", ...terms };
}

/** Whether a calendar unit begins on a day. */
const BEGINS: Record<Exclude<Resets, "none" | "hour" | "billing_period">, (day: Temporal.PlainDate) => boolean> = {
  day: () => true,
  week: ({ dayOfWeek }) => dayOfWeek === 1,
  month: ({ day }) => day === 1,
  quarter: ({ day, month }) => day === 1 && [1, 4, 7, 10].includes(month),
  semi_annual: ({ day, month }) => day === 1 && [1, 7].includes(month),
  year: ({ dayOfYear }) => dayOfYear === 1,
};
type Unit = keyof typeof BEGINS;
const UNITS = Object.keys(BEGINS) as Unit[];

function daysAround(day: Temporal.PlainDate, unit: Unit): [start: string, end: string] {
  let [start, end] = [day, day.add({ days: 1 })];
  while (!BEGINS[unit](start)) start = start.subtract({ days: 1 });
  while (!BEGINS[unit](end)) end = end.add({ days: 1 });
  return [start.toString(), end.toString()];
}

const anyDay = fc.nat(2_000).map((days) => FIRST.add({ days }));
const zones = fc.constantFrom("UTC", "Asia/Kolkata", "America/New_York", "Pacific/Auckland", "America/St_Johns");

test("a calendar unit of the account's zone lasts from one of its beginnings to the next", () => {
  fc.assert(
    fc.property(anyDay, fc.constantFrom(...UNITS), zones, fc.nat(23), (day, unit, timeZone, hour) => {
      const now = day.toZonedDateTime({ timeZone, plainTime: { hour } }).toInstant();
      const { label, start, end } = resetPeriodAt(rule(unit, { timeZone }), now);
      const shown = [start, end!].map((at) => at.toZonedDateTimeISO(timeZone).toPlainDate().toString());
      expect(shown).toEqual(daysAround(day, unit));
      expect(label).toBe(shown[0]);
    }),
    { numRuns: 200 },
  );
});

test("the subscription's period is counted from its first billing date, whatever the interval (R-TIME-2)", () => {
  const first = date("2026-01-31");
  fc.assert(
    fc.property(fc.constantFrom(...BILLING_INTERVALS), fc.nat(40), fc.nat(27), (interval, k, days) => {
      const lengths = { daily: { days: 1 }, weekly: { days: 7 }, monthly: { months: 1 } } as const;
      const months = { quarterly: 3, semi_annual: 6, yearly: 12 } as const;
      const step = lengths[interval as "daily"] ?? { months: months[interval as "yearly"] };
      const times = (count: number) =>
        first.add(Object.fromEntries(Object.entries(step).map(([unit, length]) => [unit, length * count])));
      const [start, end] = [times(k), times(k + 1)];
      const day = start.add({ days: Math.min(days, start.until(end).days - 1) });
      const of = rule("billing_period", { anchor: first, interval });
      const found = resetPeriodAt(of, day.toZonedDateTime("UTC").toInstant());
      expect([found.label, found.end?.toString().slice(0, 10)]).toEqual([start.toString(), end.toString()]);
    }),
  );
});

test.each([
  ["America/New_York", "2026-03-08T06:30:00Z", "2026-03-08T05:00:00Z", 23], // clocks go forward
  ["America/New_York", "2026-11-01T06:30:00Z", "2026-11-01T04:00:00Z", 25], // and back
  ["Asia/Kolkata", "2026-06-01T00:00:00Z", "2026-05-31T18:30:00Z", 24],
  ["Australia/Lord_Howe", "2026-04-04T20:00:00Z", "2026-04-04T13:00:00Z", 24.5], // by half an hour
])("a day in %s at %s begins at %s and has %d hours (R-TIME-1)", (timeZone, now, begins, hours) => {
  const { start, end } = resetPeriodAt(rule("day", { timeZone }), Temporal.Instant.from(now));
  expect(start.toString()).toBe(begins);
  expect(start.until(end!).total("hours")).toBe(hours);
});

const thousandths = fc.nat(2_000_000);
const quantity = (value: number) => Decimal.of(`${value}e-3`);

test("what is left, what is too much and what fits are sums of what is granted, used and held back", () => {
  const granted = fc.array(thousandths, { maxLength: 4 });
  fc.assert(
    fc.property(granted, thousandths, thousandths, thousandths, (grants, used, reserved, more) => {
      const allowance = addQuantities(grants.map((value) => quantity(value).toString()));
      const limit = grants.reduce((sum, value) => sum + value, 0);
      const balance = { used: quantity(used), reserved: quantity(reserved) };
      const left = remainingOf(allowance, balance)!;
      expect(left.equals(quantity(Math.max(0, limit - used - reserved)))).toBe(true);
      expect(overageOf(allowance, balance).equals(quantity(Math.max(0, used - limit)))).toBe(true);
      expect(fits(allowance, balance, quantity(more))).toBe(used + reserved + more <= limit);
      // What fits is no more than what is left, but where the limit is passed and nothing fits.
      if (used + reserved <= limit) expect(fits(allowance, balance, left)).toBe(true);
    }),
  );
});

test("a hold and its release leave what was left, and what is settled of it is used", () => {
  const hundred = addQuantities(["60", "40"]);
  const left = (used: string, reserved: string) =>
    remainingOf(hundred, { used: Decimal.of(used), reserved: Decimal.of(reserved) })?.toCanonical();
  expect(left("30", "0")).toBe("70");
  expect(left("30", "25")).toBe("45"); // 25 are held back
  expect(left("48.5", "0")).toBe("51.5"); // 18.5 of them were used, and the rest was released
  expect(left("30", "0")).toBe("70"); // all of it was released
});
