import fc from "fast-check";
import { expect, test } from "vitest";
import { Decimal, InvoicesLeft, type SpentBefore } from "../../src/index.ts";
import { adjustedAmount } from "../../src/billing/adjusted-amount.ts";
import { adjustmentLines } from "../../src/billing/adjust.ts";
import type { AdjustmentBasis } from "../../src/billing/line-basis.ts";
import { rateUsageSlot } from "../../src/billing/rate-slot.ts";
import type { UsageSlot } from "../../src/billing/slot.ts";
import { contractFrom, date, usagePrice } from "./support.ts";

const usd = (text: string) => Decimal.of(text);
const january = { start: date("2026-01-01"), end: date("2026-02-01") };

interface Before {
  readonly spent?: string;
  readonly adjusted?: string;
  readonly own: string;
  readonly charged: string;
}

/** The adjustment for the amounts counted here, counted before and left by credit notes: `16.00 settled -16.00`. */
function adjusted(rule: AdjustmentBasis["rule"], value: string, here: string, before: Before): string {
  const { spent = "0", adjusted: adjustedBefore = "0", own, charged } = before;
  const basis: AdjustmentBasis = {
    kind: "adjustment",
    rule,
    value: usd(value),
    period: january,
    positions: [0],
    spentBefore: usd(spent),
    adjustedBefore: usd(adjustedBefore),
    left: { own: usd(own), charged: usd(charged) },
  };
  const { amount, settledByNotes } = adjustedAmount(basis, [usd(here)], null, "USD");
  return `${amount.toFixed(2)} settled ${settledByNotes.toFixed(2)}`;
}

test("gives back a reduction only as far as credit notes left it (R-SUB-8, R-INV-8)", () => {
  // 310.00 and 160.00 at most 400.00: −70.00, with its line credited completely. 80.00 are credited: the total is
  // within the maximum now.
  const noted = { spent: "470.00", adjusted: "-70.00", own: "0.00", charged: "310.00" };
  expect(adjusted("maximum", "400.00", "-80.00", noted)).toBe("0.00 settled 70.00");
  expect(adjusted("maximum", "400.00", "-80.00", { ...noted, own: "-30.00" })).toBe("30.00 settled 40.00");
});

test("gives back a true-up that usage replaces only as far as credit notes left it (R-SUB-8, R-INV-8)", () => {
  const before = { spent: "80.00", adjusted: "20.00", charged: "100.00" };
  expect(adjusted("minimum", "100.00", "20.00", { ...before, own: "0.00" })).toBe("0.00 settled -20.00");
  expect(adjusted("minimum", "100.00", "20.00", { ...before, own: "5.00" })).toBe("-5.00 settled -15.00");
  expect(adjusted("minimum", "130.00", "20.00", { ...before, own: "0.00" })).toBe("10.00 settled 0.00");
});

test("gives back no more of an adjustment and its lines than credit notes left of the invoices (R-SUB-8, R-INV-8)", () => {
  // A maximum that a contract end prorates to 48.39, for invoices of 100.00 that were credited completely.
  expect(
    adjusted("maximum", "48.39", "0.00", { spent: "190.00", adjusted: "-90.00", own: "-90.00", charged: "0.00" }),
  ).toBe("0.00 settled -51.61");
  // 100.00 off 62.00 and 80.00, where the second line was credited completely: a credit of 16.00 of the first reverses
  // nothing.
  const off = { spent: "142.00", adjusted: "-100.00", own: "-62.00", charged: "0.00" };
  expect(adjusted("amount", "100.00", "-16.00", off)).toBe("16.00 settled -16.00");
  // If credit notes gave back too much, nothing more is given back.
  expect(adjusted("amount", "100.00", "-16.00", { ...off, charged: "-30.00" })).toBe("16.00 settled -16.00");
});

const calls = usagePrice("calls", "1.00");

test("counts usage that credit notes settled as spent, and gives back the discount on it (R-SUB-8, R-INV-9)", () => {
  const contract = contractFrom("2026-01-01", {
    prices: [calls],
    discounts: [
      {
        id: "disc",
        type: "amount",
        value: usd("100"),
        interval: "monthly",
        scope: { kind: "subscription" },
        startsOn: january.start,
        endsOn: null,
      },
    ],
  });
  const [discount] = contract.discounts;
  if (discount === undefined) throw new Error("the contract has a discount");
  // 600.00 less 100.00, and a credit note of 100.00 for the usage: 400.00 of the invoice are left.
  const invoiceLeft = { invoiceId: "inv_1", amount: usd("400.00"), percentages: [], settled: [] };
  const billed = {
    invoiceId: "inv_1",
    kind: "usage" as const,
    priceId: "calls",
    versionId: "v1",
    usageGroup: null,
    service: january,
    quantity: usd("600"),
    amount: usd("600.00"),
    notes: { given: usd("100.00"), settled: Decimal.zero, invoiceLeft },
  };
  const slot: UsageSlot = {
    kind: "correction",
    price: calls,
    versionId: "v1",
    service: january,
    countsFrom: january.start,
    gaps: [],
    unitsShare: null,
    isPart: false,
  };
  const nothing = { total: { quantity: Decimal.zero, eventCount: Decimal.zero }, groups: [] };
  const lines = rateUsageSlot(contract, slot, nothing, { billed: [billed], left: new InvoicesLeft(contract) });
  expect(lines.map(({ amount }) => amount.toFixed(2))).toEqual(["-400.00"]);
  const due = { kind: "discount" as const, source: discount, period: january, rank: 4 };
  const before: SpentBefore = {
    spent: usd("600.00"),
    adjusted: usd("-100.00"),
    oneOffs: Decimal.zero,
    left: { own: usd("-100.00"), charged: usd("400.00") },
  };
  expect(adjustmentLines(contract, due, lines, before).map(({ amount }) => amount.toFixed(2))).toEqual(["100.00"]);
  // If the credit note covered everything, nothing is left of either, and a line of zero shows it.
  const noted = { ...before, left: { own: Decimal.zero, charged: Decimal.zero } };
  const whole = rateUsageSlot(contract, slot, nothing, {
    billed: [{ ...billed, notes: { ...billed.notes, given: usd("600.00") } }],
    left: new InvoicesLeft(contract),
  });
  expect([...whole, ...adjustmentLines(contract, due, whole, noted)].map(({ amount }) => amount.toFixed(2))).toEqual([
    "0.00",
    "0.00",
  ]);
});

test("never gives back more than is left, whatever is wanted (R-SUB-8, R-INV-8)", () => {
  const cents = fc.integer({ min: 0, max: 50_000 }).map((amount) => Decimal.of(`${amount}e-2`));
  fc.assert(
    fc.property(cents, cents, cents, cents, (value, charged, taken, back) => {
      const own = Decimal.min(taken, charged).negate();
      const left = charged.plus(own);
      const here = Decimal.min(back, charged).negate();
      const basis: AdjustmentBasis = {
        kind: "adjustment",
        rule: "maximum",
        value,
        period: january,
        positions: [0],
        spentBefore: charged,
        adjustedBefore: own,
        left: { own, charged: left },
      };
      const { amount } = adjustedAmount(basis, [here], null, "USD");
      expect(here.plus(amount).negate().compare(left) <= 0).toBe(true);
      expect(amount.compare(own.negate()) <= 0).toBe(true);
    }),
  );
});
