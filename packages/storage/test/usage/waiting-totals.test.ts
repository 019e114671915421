import { Decimal } from "@counterfoil/engine";
import { expect, test } from "vitest";
import { waitingTotals } from "../../src/usage/totals/waiting-totals.ts";

const question = {
  position: 3,
  generation: "7",
  accountId: "acct",
  throughSequence: null,
  // Quarters 100 to 191, then the days 2 and 3, which are the quarters 192 to 383.
  buckets: [
    { span: 900, first: 100, next: 192 },
    { span: 86_400, first: 2, next: 4 },
  ],
} as const;

const increment = { generation: 7, quarter: 100, method: "s", events: 2, first: 0, last: 60_000, value: "1.5" };

/** The totals that these increments of the account make. */
function totalsOf(...increments: readonly object[]) {
  const waiting = new Map([["acct", increments as (typeof increment)[]]]);
  return waitingTotals(waiting, [question]);
}

test("an increment of an asked quarter or day is counted (R-EVT-8)", () => {
  expect(totalsOf(increment)).toEqual([
    {
      position: 3,
      groupValues: "[]",
      isUnusable: false,
      eventCount: 2,
      skipped: 0,
      firstAt: 0,
      lastAt: 60_000,
      latestSequence: null,
      value: Decimal.of("1.5"),
    },
  ]);
  const asked = [99, 100, 191, 192, 383, 384].filter((quarter) => totalsOf({ ...increment, quarter }).length > 0);
  expect(asked).toEqual([100, 191, 192, 383]);
});

test("increments of other totals and accounts do not count", () => {
  expect(totalsOf({ ...increment, generation: 8 })).toEqual([]);
  expect(waitingTotals(new Map([["other", [increment]]]), [question])).toEqual([]);
});

test("a voided event, and a value out of range, make a total unusable", () => {
  expect(totalsOf({ ...increment, stale: true })[0]?.isUnusable).toBe(true);
  expect(totalsOf({ ...increment, value: `1${"0".repeat(60)}` })[0]?.isUnusable).toBe(true);
  expect(totalsOf({ ...increment, value: null })[0]).toMatchObject({ isUnusable: false, value: null });
});
