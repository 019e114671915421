import { expect, test } from "vitest";
import { openMonthsBegin } from "../../src/index.ts";

test.each([
  ["2026-11-28T10:00:00Z", "2026-11-01T00:00:00.000Z"],
  // Until 72 hours after the end of a month, the month is open.
  ["2026-12-03T23:59:59.999Z", "2026-11-01T00:00:00.000Z"],
  ["2026-12-04T00:00:00.000Z", "2026-12-01T00:00:00.000Z"],
  ["2027-01-02T12:00:00Z", "2026-12-01T00:00:00.000Z"],
])("at %s, costs of months from %s on are open (R-COST-1)", (now, begin) => {
  expect(openMonthsBegin(now)).toBe(begin);
});
