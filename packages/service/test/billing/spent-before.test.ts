import { type AdjustmentDue, Decimal } from "@counterfoil/engine";
import type { SpendAnswer } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { spentBefore } from "../../src/billing/spent-before.ts";
import { loadedContract } from "../rows/loaded-contract.ts";

// R-SUB-8: what earlier invoices charged in a limit's period.

const { contract } = loadedContract();
const day = (text: string) => Temporal.PlainDate.from(text);
const monthly = {
  kind: "maximum",
  source: {
    id: "thr_1",
    type: "max",
    value: Decimal.of("100"),
    interval: "monthly",
    scope: { kind: "subscription" },
  },
  period: { start: day("2024-02-01"), end: day("2024-03-01") },
} as unknown as AdjustmentDue;

const answer = (members: Partial<SpendAnswer> = {}): SpendAnswer => ({
  key: "0",
  spent: "30",
  adjusted: "-5",
  oneOffs: "7",
  isNoted: false,
  chargedLeft: "0",
  ownLeft: "0",
  spread: [],
  ...members,
});
const yearly = (members: Partial<SpendAnswer["spread"][number]> = {}): SpendAnswer["spread"][number] => ({
  kind: "recurring",
  priceId: "price_1",
  versionId: "subv_1",
  amount: "366",
  left: "366",
  interval: "yearly",
  countedOn: "2024-01-01",
  start: "2024-01-01",
  end: "2025-01-01",
  ...members,
});

function spent(of: SpendAnswer | undefined) {
  const before = spentBefore(contract, monthly, of);
  const left = before.left && [before.left.own.toCanonical(), before.left.charged.toCanonical()];
  return {
    spent: before.spent.toCanonical(),
    adjusted: before.adjusted.toCanonical(),
    oneOffs: before.oneOffs.toCanonical(),
    left,
  };
}

test("nothing is spent if nothing was billed", () => {
  expect(spent(undefined)).toEqual({ spent: "0", adjusted: "0", oneOffs: "0", left: undefined });
});

test("counts the share of a line that serves a longer time", () => {
  expect(spent(answer())).toEqual({ spent: "30", adjusted: "-5", oneOffs: "7", left: undefined });
  // A month of a year that is billed as a whole is a twelfth of it.
  expect(spent(answer({ spread: [yearly()] })).spent).toBe("60.5"); // 30 + 366 / 12
});

test("counts what credit notes left, and never less than zero for a charge with its credits", () => {
  const noted = (spread: SpendAnswer["spread"]) =>
    spent(answer({ isNoted: true, chargedLeft: "20", ownLeft: "-3", spread })).left;
  expect(noted([yearly({ left: "36.60" })])).toEqual(["-3", "20.05"]); // 20 + 36.60 / 12 − 3
  // Credit notes gave back the whole charge, including the days that a credit had already given back.
  const credit = yearly({ kind: "credit", amount: "-330", left: "-330", start: "2024-02-01", countedOn: "2024-02-01" });
  expect(noted([yearly({ left: "0" }), credit])).toEqual(["-3", "17"]);
  // A credit of another price has no charge here, and counts alone.
  expect(noted([yearly({ left: "0" }), { ...credit, priceId: "price_2" }])).toEqual(["-3", "-13"]); // 17 − 30
});
