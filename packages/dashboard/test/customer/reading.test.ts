import { expect, test } from "vitest";
import { makeReading } from "../../src/customer/reading.ts";
import { ar } from "../../src/customer/words/ar.ts";
import { en } from "../../src/customer/words/en.ts";

const berlin = makeReading("en", "en-US", en, "Europe/Berlin");

test("a period shows its last day, however long its days are", () => {
  expect(berlin.period("2026-01-01", "2026-02-01")).toBe("January 1, 2026 – January 31, 2026");
  // In Berlin, March 29, 2026 has 23 hours and October 25 has 25.
  expect(berlin.period("2026-02-28T23:00:00Z", "2026-03-29T22:00:00Z")).toBe("March 1, 2026 – March 29, 2026");
  expect(berlin.period("2026-09-30T22:00:00Z", "2026-10-25T23:00:00Z")).toBe("October 1, 2026 – October 25, 2026");
});

test("amounts keep every digit, even those that a float would lose", () => {
  expect(berlin.money("12345678901234567.89", "EUR")).toBe("€12,345,678,901,234,567.89");
  expect(berlin.money("0.000035", "EUR")).toBe("€0.000035");
  expect(berlin.money("5", "JPY")).toBe("¥5");
  expect(berlin.quantity("3089817.000000000000000001")).toBe("3,089,817.000000000000000001");
});

test("a currency sign keeps its side in right-to-left text", () => {
  expect(makeReading("ar", "ar-EG", ar, "Africa/Cairo").money("5", "USD")).toContain("US$\u200E");
  expect(berlin.money("5", "USD")).toBe("$5.00");
});
