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
  RESETS,
  resetPeriodAt,
  type ResetRule,
  type Resets,
} from "../../src/index.ts";
import { date } from "../billing/support.ts";

// Finds when a quantity starts again by checking each day in turn, and its remainder by sums of whole thousandths.

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

test("a calendar unit in the account's time zone lasts from one start to the next", () => {
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

test("the subscription's period is counted from its first billing date, for any interval (R-TIME-2)", () => {
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

/** Hours with a clock change: changes by half an hour, at half past, or at one minute past. */
test.each([
  ["Australia/Lord_Howe", "2026-04-04T15:10:00Z", "15:00 15:30"], // 02:00 becomes 01:30: half an hour until it is 02:00 again
  ["Australia/Lord_Howe", "2026-04-04T14:40:00Z", "14:00 15:00"],
  ["Australia/Lord_Howe", "2026-10-03T15:40:00Z", "15:30 16:00"], // 02:00 becomes 02:30
  ["Australia/Lord_Howe", "2026-10-03T15:30:00Z", "15:30 16:00"],
  ["Australia/Lord_Howe", "2026-10-03T15:29:59Z", "14:30 15:30"],
  ["America/Caracas", "2016-05-01T07:10:00Z", "07:00 08:00"], // 02:30 became 03:00 at 07:00
  ["America/St_Johns", "2010-11-07T02:31:30Z", "02:31 03:30"], // 00:01 became 23:01
  ["America/St_Johns", "2010-11-07T02:30:30Z", "02:30 02:31"],
  ["America/New_York", "2026-11-01T05:59:59Z", "05:00 06:00"], // 01:59 of summer time
  ["America/New_York", "2026-11-01T06:00:00Z", "06:00 07:00"], // 01:00 once more
])("in %s at %s, the hour starts and ends at %s (R-TIME-1)", (timeZone, now, expected) => {
  const { start, end } = resetPeriodAt(rule("hour", { timeZone }), Temporal.Instant.from(now));
  expect([start, end].map((at) => at!.toString().slice(11, 16)).join(" ")).toBe(expected);
});

test("every instant is in its hour, and hours are contiguous around each clock change (R-TIME-1)", () => {
  const changing = fc.constantFrom("Australia/Lord_Howe", "America/St_Johns", "America/Caracas", "Asia/Pyongyang");
  const turned = fc.tuple(changing, fc.integer({ min: 0, max: 20 }), fc.integer({ min: -150, max: 150 }));
  fc.assert(
    fc.property(turned, ([timeZone, changes, minutes]) => {
      let at = Temporal.Instant.from("2006-01-01T00:00:00Z").toZonedDateTimeISO(timeZone);
      for (let change = 0; change <= changes; change += 1) at = at.getTimeZoneTransition("next") ?? at;
      const now = at.toInstant().add({ minutes });
      const of = rule("hour", { timeZone });
      const { label, start, end } = resetPeriodAt(of, now);
      expect(Temporal.Instant.compare(start, now)).toBeLessThanOrEqual(0);
      expect(Temporal.Instant.compare(now, end!)).toBeLessThan(0);
      expect(resetPeriodAt(of, start).label).toBe(label);
      expect(resetPeriodAt(of, end!.subtract({ milliseconds: 1 })).label).toBe(label);
      expect(resetPeriodAt(of, end!).start.equals(end!)).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test("after a change of time zone every instant is in its period, and periods are contiguous (R-TIME-1)", () => {
  const zone = fc.constantFrom("UTC", "Asia/Kolkata", "America/New_York", "Pacific/Kiritimati", "Pacific/Pago_Pago");
  const anyRule = fc.record({
    resets: fc.constantFrom(...RESETS),
    interval: fc.constantFrom(...BILLING_INTERVALS),
    from: zone,
    to: zone,
  });
  const hour = fc.integer({ min: 24, max: 24 * 400 });
  fc.assert(
    fc.property(anyRule, hour, fc.nat(80), ({ resets, interval, from, to }, hours, after) => {
      // The day on which the zone changes still belongs to the old zone.
      const moved = FIRST.toZonedDateTime(from).add({ hours });
      const earlierZones = [{ timeZone: from, through: moved.toPlainDate() }];
      const of = rule(resets, { timeZone: to, earlierZones, interval, anchor: FIRST.add({ days: 2 }) });
      const now = moved.toInstant().add({ hours: after });
      const { label, start, end } = resetPeriodAt(of, now);
      expect(Temporal.Instant.compare(start, now)).toBeLessThan(1);
      if (end === null) return;
      expect(Temporal.Instant.compare(now, end)).toBe(-1);
      expect(resetPeriodAt(of, end.subtract({ milliseconds: 1 })).label).toBe(label);
      expect(resetPeriodAt(of, end).start.equals(end)).toBe(true);
    }),
    {
      numRuns: 200,
      // 25 hours: two days of the old zone have begun since the day that the new zone has.
      examples: [[{ resets: "day", interval: "daily", from: "Pacific/Kiritimati", to: "Pacific/Pago_Pago" }, 24, 0]],
    },
  );
});

const thousandths = fc.nat(2_000_000);
const quantity = (value: number) => Decimal.of(`${value}e-3`);

test("remaining, excess and fitting quantities are sums of granted, used and reserved quantities", () => {
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
      // What fits is at most the remainder. Above the limit, nothing fits.
      if (used + reserved <= limit) expect(fits(allowance, balance, left)).toBe(true);
    }),
  );
});

test("a released reservation restores the remainder, and its settled part is used", () => {
  const hundred = addQuantities(["60", "40"]);
  const left = (used: string, reserved: string) =>
    remainingOf(hundred, { used: Decimal.of(used), reserved: Decimal.of(reserved) })?.toCanonical();
  expect(left("30", "0")).toBe("70");
  expect(left("30", "25")).toBe("45"); // 25 are reserved
  expect(left("48.5", "0")).toBe("51.5"); // 18.5 of them were used, and the rest was released
  expect(left("30", "0")).toBe("70"); // all of it was released
});
