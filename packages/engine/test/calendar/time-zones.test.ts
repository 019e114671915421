import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { addIntervals, BILLING_INTERVALS, billingPeriod, isBefore } from "../../src/calendar/interval.ts";
import { instantText, isTimeZone, localDate, startOfDay } from "../../src/calendar/time-zone.ts";

const date = (text: string) => Temporal.PlainDate.from(text);

/** Ten years that contain the days that Samoa and Tokelau skipped, with leap years at both ends. */
const FIRST = date("2008-01-01");
const END = date("2018-01-01");
const DAYS = Array.from({ length: FIRST.until(END).days }, (_, days) => FIRST.add({ days }));

const HOUR = 3_600_000;

/** One zone for each different set of clock changes in those years: zones with the same changes need only one test. */
function differentZones(): string[] {
  const zones = new Map<string, string>();
  const end = END.toZonedDateTime("UTC").add({ days: 2 }).epochMilliseconds;
  for (const zone of Intl.supportedValuesOf("timeZone")) {
    let at: Temporal.ZonedDateTime | null = FIRST.subtract({ days: 2 }).toZonedDateTime("UTC").withTimeZone(zone);
    const clock: (string | number)[] = [];
    while (at !== null && at.epochMilliseconds < end) {
      clock.push(at.epochMilliseconds, at.offset);
      at = at.getTimeZoneTransition("next");
    }
    zones.set(clock.join(), zone);
  }
  return [...zones.values()];
}

test("in every time zone each day starts where the previous day ends, at its first instant (R-TIME-1)", () => {
  const zones = differentZones();
  expect(zones.length).toBeGreaterThan(100);
  const lengths = new Set<number>();
  const skipped: string[] = [];
  for (const zone of zones) {
    let before = startOfDay(FIRST.subtract({ days: 1 }), zone).epochMilliseconds;
    for (const day of DAYS) {
      const start = startOfDay(day, zone).epochMilliseconds;
      const hours = (start - before) / HOUR;
      before = start;
      lengths.add(hours);
      // A day after a day of 24 hours starts like the previous one. All other days are tested, and one in each month.
      if (hours === 24 && day.day !== 1) continue;
      const [shown, last] = [start, start - 1].map((at) => localDate(Temporal.Instant.fromEpochMilliseconds(at), zone));
      // A day that a zone skipped starts with the next day: it is empty, and nothing overlaps it.
      if (hours === 0) skipped.push(day.subtract({ days: 1 }).toString());
      // The day has begun at its first instant, but not at the instant before.
      const isFirstInstant = shown?.equals(day) === true && last !== undefined && isBefore(last, day);
      if (hours < 0 || !isFirstInstant) throw new Error(`${day} does not start at ${start} in ${zone}`);
    }
  }
  // 0: a skipped day. Halves: Lord Howe, Caracas, Pyongyang. More than one hour: stations in Antarctica.
  expect([...lengths].toSorted((a, b) => a - b)).toEqual([0, 21, 22, 23, 23.5, 24, 24.5, 25, 26, 27]);
  expect(skipped).toEqual(["2011-12-30", "2011-12-30"]); // Samoa and Tokelau
});

test("every interval from the 28th to the 31st continues for ten years and returns to its day (R-TIME-2)", () => {
  for (const interval of BILLING_INTERVALS) {
    for (const anchorDay of [28, 29, 30, 31]) {
      const anchor = date(`2008-01-${anchorDay}`);
      let end = anchor;
      for (let k = 0; Temporal.PlainDate.compare(end, END) < 0; k += 1) {
        const period = billingPeriod(anchor, interval, k);
        expect(period.start.equals(end)).toBe(true);
        expect(Temporal.PlainDate.compare(period.start, period.end)).toBe(-1);
        const isByMonth = interval !== "daily" && interval !== "weekly";
        if (isByMonth) expect(period.start.day).toBe(Math.min(anchorDay, period.start.daysInMonth));
        end = period.end;
      }
    }
  }
});

test("Samoa skipped 2011-12-30: the period of that day is empty, its neighbors are whole (R-TIME-1)", () => {
  const starts = ["2011-12-29", "2011-12-30", "2011-12-31", "2012-01-01"].map((text) =>
    instantText(startOfDay(date(text), "Pacific/Apia")),
  );
  expect(starts).toEqual([
    "2011-12-29T10:00:00.000Z", // −10:00 in summer time
    "2011-12-30T10:00:00.000Z",
    "2011-12-30T10:00:00.000Z", // +14:00
    "2011-12-31T10:00:00.000Z",
  ]);
});

test("S12: a month in Los Angeles starts at local midnight, in winter and in summer (R-TIME-1)", () => {
  const starts = [0, 1, 2, 3].map((k) =>
    instantText(startOfDay(addIntervals(date("2024-01-15"), "monthly", k), "America/Los_Angeles")),
  );
  expect(starts).toEqual([
    "2024-01-15T08:00:00.000Z",
    "2024-02-15T08:00:00.000Z",
    "2024-03-15T07:00:00.000Z",
    "2024-04-15T07:00:00.000Z",
  ]);
});

test("repeated calls return the same start of day and the same text of an instant", () => {
  const [first, second] = [1, 2].map(() => startOfDay(date("2024-07-01"), "Europe/Berlin"));
  expect(first?.equals(second ?? "")).toBe(true);
  const day = date("2024-07-02");
  const zones = ["Europe/Berlin", "Europe/Berlin", "America/New_York", "Europe/Berlin"];
  expect(zones.map((zone) => instantText(startOfDay(day, zone)).slice(0, 13))).toEqual([
    "2024-07-01T22",
    "2024-07-01T22",
    "2024-07-02T04",
    "2024-07-01T22",
  ]);
  const noon = Temporal.Instant.from("2024-07-01T12:00:00.5Z");
  expect([1, 2].map(() => instantText(noon))).toEqual(["2024-07-01T12:00:00.500Z", "2024-07-01T12:00:00.500Z"]);
});

test("if midnight is skipped, the day starts with the first instant that exists (R-TIME-1)", () => {
  // Beirut sets its clocks forward at midnight: 2024-03-31 starts at 01:00 (+03:00).
  expect(instantText(startOfDay(date("2024-03-31"), "Asia/Beirut"))).toBe("2024-03-30T22:00:00.000Z");
  expect(localDate(Temporal.Instant.from("2024-03-30T22:00:00Z"), "Asia/Beirut").toString()).toBe("2024-03-31");
  expect(localDate(Temporal.Instant.from("2024-03-30T21:59:59Z"), "Asia/Beirut").toString()).toBe("2024-03-30");
});

test("accepts IANA zone names and rejects offsets and invented names (R-TIME-1)", () => {
  expect(["Europe/Berlin", "Asia/Kolkata", "UTC"].map(isTimeZone)).toEqual([true, true, true]);
  expect(["+02:00", "Mars/Olympus", "", "-05:00"].map(isTimeZone)).toEqual([false, false, false, false]);
});
