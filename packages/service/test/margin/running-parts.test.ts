import { Decimal } from "@counterfoil/engine";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { dayAfterNow, runningParts } from "../../src/flows/margin/running-parts.ts";

// R-COST-1: usage so far belongs to the days so far, and a draft to the days of its service.

const day = (text: string) => Temporal.PlainDate.from(text);
const period = (start: string, end: string) => ({ start: day(start), end: day(end) });
const january = period("2026-01-01", "2026-02-01");
const line = (net: string) => ({ net: Decimal.of(net), currency: "USD", service: january, isOpen: true });
const text = (parts: ReturnType<typeof runningParts>) =>
  parts.map(({ day: on, amount }) => `${on} ${amount.toString()}`);

test("what was used so far belongs to the days so far, each day rounded with those before it", () => {
  // 1.00 over 3 days: 0.33 by the first, 0.67 by the second.
  expect(text(runningParts(line("1.00"), day("2026-01-04"), january, true))).toEqual([
    "2026-01-01 0.33",
    "2026-01-02 0.34",
    "2026-01-03 0.33",
  ]);
  expect(text(runningParts(line("1.00"), day("2026-01-04"), january, false))).toEqual(["2026-01-03 1.00"]);
});

test("only the requested days count, and the parts of ranges add up", () => {
  const until = day("2026-01-04");
  const first = runningParts(line("1.00"), until, period("2025-12-01", "2026-01-02"), false);
  const rest = runningParts(line("1.00"), until, period("2026-01-02", "2026-03-01"), false);
  expect([text(first), text(rest)]).toEqual([["2026-01-01 0.33"], ["2026-01-03 0.67"]]);
  expect(runningParts(line("1.00"), until, period("2026-01-04", "2026-02-01"), true)).toEqual([]);
});

test("a draft belongs to all days of its service, month by month", () => {
  // 310.00 for January, on its second day: 10.00 a day.
  const fee = { ...line("310.00"), isOpen: false };
  expect(text(runningParts(fee, day("2026-01-03"), period("2026-01-01", "2026-01-03"), false))).toEqual([
    "2026-01-02 20.00",
  ]);
  // 365.00 from the 17th of January for a year: 15.00 in January, 28.00 in February.
  const year = { ...fee, net: Decimal.of("365.00"), service: period("2026-01-17", "2027-01-17") };
  expect(text(runningParts(year, day("2026-01-18"), period("2026-01-01", "2026-03-01"), false))).toEqual([
    "2026-01-31 15.00",
    "2026-02-28 28.00",
  ]);
});

test("an open line whose period begins later belongs to its first day", () => {
  expect(text(runningParts(line("5.00"), day("2025-12-15"), january, true))).toEqual(["2026-01-01 5.00"]);
});

test("the day after now is a local day", () => {
  expect(dayAfterNow("2026-01-31T23:30:00Z", "UTC").toString()).toBe("2026-02-01");
  expect(dayAfterNow("2026-01-31T23:30:00Z", "Europe/Berlin").toString()).toBe("2026-02-02");
});
