import { expect, test } from "vitest";
import { monthBefore } from "../../src/pages/accounts/account-days.ts";
import { monthsUpTo, nextMonth } from "../../src/pages/home/months.ts";

test("months continue across the end of a year, in both directions", () => {
  expect(nextMonth("2025-12")).toBe("2026-01");
  expect(nextMonth("2026-09")).toBe("2026-10");
  expect(monthBefore("2026-01")).toBe("2025-12");
  expect(monthsUpTo("2026-02-15", 4)).toEqual(["2025-11", "2025-12", "2026-01", "2026-02"]);
});
