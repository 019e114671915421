import { expect, test } from "vitest";
import { Decimal, type FrozenLine, recomputeLine } from "../../src/index.ts";
import { date } from "./support.ts";

const euros = { currency: "EUR", conversionRate: null };
const usage: FrozenLine = {
  kind: "usage",
  billedIn: euros,
  model: { type: "unit", pricePerUnit: Decimal.of("0.10") },
  usageGroup: null,
  proration: null,
  basis: { kind: "usage", countsFrom: date("2024-01-01"), gaps: [], unitsShare: null, billed: [] },
};
const counted = (quantity: string) => ({ quantity: Decimal.of(quantity), eventCount: Decimal.one });

// `ledger.ts` recomputes the lines of histories. These tests cover what no history freezes.

test("usage that is no longer split is zero for a line of all usage, and a group without usage is zero (R-RATE-5)", () => {
  const split = { total: counted("30"), groups: [{ values: { region: "eu" }, usage: counted("30") }] };
  expect(recomputeLine(usage, split, []).amount.toString()).toBe("0");
  const gone = recomputeLine({ ...usage, usageGroup: { region: "us" } }, split, []);
  expect([gone.amount.toString(), gone.usage?.quantity.toString()]).toEqual(["0", "0"]);
  expect(recomputeLine(usage, { total: counted("30"), groups: [] }, []).amount.toString()).toBe("3.00"); // 30 × 0.10
});

test("a discount over a missing line applies to the remaining lines (R-RATE-5)", () => {
  const discount: FrozenLine = {
    ...usage,
    kind: "discount",
    model: null,
    basis: {
      kind: "adjustment",
      rule: "percentage",
      value: Decimal.of("10"),
      period: { start: date("2024-01-01"), end: date("2024-02-01") },
      positions: [0, 7],
      spentBefore: Decimal.zero,
      adjustedBefore: Decimal.zero,
    },
  };
  const { amount, exactAmount } = recomputeLine(discount, null, [Decimal.of("12.34")]);
  expect([amount.toString(), exactAmount.toString()]).toEqual(["-1.23", "-1.2340"]); // 12.34 × 10%
});

test("throws if a line has no price or usage that its kind requires", () => {
  expect(() => recomputeLine({ ...usage, model: null }, { total: counted("1"), groups: [] }, [])).toThrow(/price/);
  expect(() => recomputeLine(usage, null, [])).toThrow(/from its usage/);
  expect(() => recomputeLine({ ...usage, basis: { kind: "surprise" } as never }, null, [])).toThrow(/no case/);
  expect(() => recomputeLine({ ...usage, kind: "recurring" }, { total: counted("1"), groups: [] }, [])).toThrow(
    /no usage/,
  );
});

test("a fixed fee due in full for a part of a period is noted if that was frozen; a price without a fee has no note", () => {
  const tier = { minUnits: Decimal.zero, maxUnits: null, pricePerUnit: Decimal.of("0.10"), fixedFee: Decimal.of("31") };
  const model = { type: "tiered", tiers: [tier] } as const;
  const part = { ...usage.basis, isPart: true } as typeof usage.basis;
  const notesOf = (line: FrozenLine) =>
    recomputeLine(line, { total: counted("10"), groups: [] }, []).notes.map(({ code }) => code);
  expect(notesOf({ ...usage, model, basis: part })).toEqual(["fixed_fee_not_prorated"]);
  expect(notesOf({ ...usage, model })).toEqual([]); // a whole period, or a line of an earlier release
  expect(notesOf({ ...usage, basis: part })).toEqual([]); // 10 × 0.10 and no fee
});
