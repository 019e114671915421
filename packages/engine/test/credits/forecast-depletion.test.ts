import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { Decimal, forecastDepletion } from "../../src/index.ts";

const DAY = 86_400;
const MIDNIGHT = "2026-01-11T00:00:00Z";
const forecast = (available: string, used: string, seconds: number, now = MIDNIGHT, timeZone = "UTC") =>
  forecastDepletion(
    { available: Decimal.of(available), used: Decimal.of(used), seconds },
    Temporal.Instant.from(now),
    timeZone,
  )?.toString() ?? null;

test("credit runs out after what is left ÷ what is used in a day (R-CREDIT-1)", () => {
  expect(forecast("50", "35", 7 * DAY)).toBe("2026-01-21"); // 5 a day
  expect(forecast("54.99", "35", 7 * DAY)).toBe("2026-01-21");
  expect(forecast("4.99", "35", 7 * DAY)).toBe("2026-01-11");
  expect(forecast("50", "10", DAY / 2)).toBe("2026-01-13"); // 20 a day
});

test("the time of the day counts, in the time zone of the account (R-CREDIT-1)", () => {
  // A day and a half at ten a day.
  expect(forecast("15", "70", 7 * DAY)).toBe("2026-01-12");
  expect(forecast("15", "70", 7 * DAY, "2026-01-11T13:00:00Z")).toBe("2026-01-13");
  expect(forecast("15", "70", 7 * DAY, "2026-01-11T11:00:00Z")).toBe("2026-01-12");
  expect(forecast("15", "70", 7 * DAY, "2026-01-11T11:00:00Z", "Europe/Paris")).toBe("2026-01-13");
});

test("without use there is no forecast, and without credit it is today (R-CREDIT-1)", () => {
  expect(forecast("50", "0", 7 * DAY)).toBeNull();
  expect(forecast("50", "-3", 7 * DAY)).toBeNull();
  expect(forecast("50", "5", 0)).toBeNull();
  expect(forecast("0", "0", DAY)).toBe("2026-01-11");
  expect(forecast("-5", "1", DAY)).toBe("2026-01-11");
  expect(forecast("3650", "1", DAY)).toBe("2036-01-09");
  expect(forecast("3651", "1", DAY)).toBeNull();
});
