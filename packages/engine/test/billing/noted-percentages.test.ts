import fc from "fast-check";
import { expect, test } from "vitest";
import {
  assembleInvoice,
  type BilledLine,
  type ContractDiscount,
  creditLines,
  Decimal,
  describeLine,
  type InvoiceLeft,
  type InvoiceLineDraft,
  InvoicesLeft,
  rateUsageSlot,
  type UsageSlot,
} from "../../src/index.ts";
import { contractFrom, date, fixedPrice, usagePrice } from "./support.ts";

// A credit note gave back a percentage discount with its line. Later credits reverse what is left of the discount, and
// no more.

const usd = (text: string) => Decimal.of(text);
const january = { start: date("2026-01-01"), end: date("2026-02-01") };
const base = fixedPrice("base", "310.00");
const calls = usagePrice("calls", "1.00");

function percentage(id: string, value: string, scope: ContractDiscount["scope"] = { kind: "subscription" }) {
  const startsOn = date("2025-01-01");
  return {
    id,
    type: "percentage" as const,
    value: usd(value),
    interval: "monthly" as const,
    scope,
    startsOn,
    endsOn: null,
  };
}

/** The remainder of an invoice and of its percentages: `disc -5.00`. */
function invoiceLeft(amount: string, ...percentages: string[]): InvoiceLeft {
  return {
    invoiceId: "inv_1",
    amount: usd(amount),
    percentages: percentages.map((text) => {
      const [adjustmentId = "", left = "0"] = text.split(" ");
      return { adjustmentId, lineIds: new Set(["line_1"]), left: usd(left) };
    }),
    settled: [],
  };
}

function billed(kind: "recurring" | "usage", amount: string, note: string, left: InvoiceLeft): BilledLine {
  return {
    lineId: "line_1",
    invoiceId: "inv_1",
    kind,
    priceId: kind === "usage" ? "calls" : "base",
    versionId: "v1",
    usageGroup: null,
    service: january,
    quantity: Decimal.one,
    amount: usd(amount),
    notes: { given: usd(note), settled: Decimal.zero, invoiceLeft: left },
  };
}

const nothingBefore = { spent: Decimal.zero, adjusted: Decimal.zero, oneOffs: Decimal.zero };
const shown = ({ text, amount }: InvoiceLineDraft) => `${describeLine(text)} ${amount.toFixed(2)}`;

/** The invoice for an end on January 16: 16 of the 31 days of the base price are not served. */
function end(line: BilledLine, discounts: readonly ContractDiscount[]): string[] {
  const contract = contractFrom("2026-01-01", { prices: [base], discounts });
  const due = { price: base, versionId: "v1", unused: { start: date("2026-01-16"), end: january.end } };
  const credits = creditLines(contract, [due], () => [line], new InvoicesLeft(contract));
  const plan = { on: date("2026-01-16"), slots: [], credits: [due], kept: [] };
  return (assembleInvoice(contract, plan, credits, () => nothingBefore)?.lines ?? []).map(shown);
}

test("a percentage is reversed only as far as credit notes left it (R-SUB-5, R-SUB-8, R-INV-8)", () => {
  const ten = [percentage("disc", "10")];
  // 310.00 − 31.00. Credit notes gave back 100.00 and a part of the discount.
  const ended = (left: string) =>
    end(billed("recurring", "310.00", "100.00", invoiceLeft("210.00", `disc ${left}`)), ten);
  expect(ended("0.00")).toEqual(["Unused base -160.00", "Discount 10 % 0.00"]);
  expect(ended("-5.00")).toEqual(["Unused base -160.00", "Discount 10 % 5.00"]);
  expect(ended("-21.00")).toEqual(["Unused base -160.00", "Discount 10 % 16.00"]);
  // A discount on other lines of the invoice does not apply to this line.
  const { lineId: _id, ...other } = billed("recurring", "310.00", "100.00", invoiceLeft("210.00", "disc 0.00"));
  expect(end(other, ten)).toEqual(["Unused base -160.00", "Discount 10 % 16.00"]);
  // An earlier release reversed more than there was.
  expect(ended("3.00")).toEqual(["Unused base -160.00", "Discount 10 % 0.00"]);
});

test("the remainder of the invoice limits the line before its percentages (R-SUB-8, R-INV-8)", () => {
  const ended = (left: InvoiceLeft, discounts: ContractDiscount[]) =>
    end(billed("recurring", "310.00", "0.00", left), discounts);
  // 50.00 are left: 55.00 less the 5.00 that are left of the discount.
  expect(ended(invoiceLeft("50.00", "disc -5.00"), [percentage("disc", "10")])).toEqual([
    "Unused base -55.00",
    "Discount 10 % 5.00",
  ]);
  // Free because of 100%, of which credit notes gave back all but 2.00.
  expect(ended(invoiceLeft("50.00", "disc -2.00"), [percentage("disc", "100")])).toEqual([
    "Unused base -52.00",
    "Discount 100 % 2.00",
  ]);
  // The price's own percentage comes first: 100.00 − 50.00, then 10% of the rest, of which 1.00 is left.
  const own = percentage("own", "50", { kind: "price", priceId: "base" });
  expect(ended(invoiceLeft("49.00", "disc -1.00"), [percentage("disc", "10"), own])).toEqual([
    "Unused base -100.00",
    "Discount 50 % 50.00",
    "Discount 10 % 1.00",
  ]);
});

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

test("usage of two invoices reverses what credit notes left of one discount, and its share of the other (R-SUB-8, R-INV-9)", () => {
  const contract = contractFrom("2026-01-01", { prices: [calls], discounts: [percentage("disc", "10")] });
  const noted = billed("usage", "100.00", "0.00", invoiceLeft("96.00", "disc -4.00"));
  const { notes: _notes, ...late } = { ...noted, lineId: "line_2", invoiceId: "inv_2", amount: usd("50.00") };
  const lines = rateUsageSlot(contract, slot, nothing, { billed: [noted, late], left: new InvoicesLeft(contract) });
  const plan = { on: date("2026-02-01"), slots: [slot], credits: [], kept: [] };
  const draft = assembleInvoice(contract, plan, lines, () => nothingBefore);
  expect(draft?.lines.map(({ kind, amount }) => `${kind} ${amount.toFixed(2)}`)).toEqual([
    "correction -150.00",
    "discount 9.00",
  ]);
});

test("a line that reverses a maximum counts with the lines that the maximum reduced (R-SUB-8, R-INV-8)", () => {
  // 600.00 at most 400.00 less 10%: a credit note gave back 100.00 and the 40.00 of the discount.
  const threshold = {
    id: "max",
    type: "max" as const,
    value: usd("400"),
    interval: "monthly" as const,
    scope: { kind: "price" as const, priceId: "calls" },
  };
  const contract = contractFrom("2026-01-01", {
    prices: [calls],
    thresholds: [threshold],
    discounts: [percentage("disc", "10")],
  });
  const noted = billed("usage", "600.00", "100.00", invoiceLeft("300.00", "disc 0.00"));
  const left = new InvoicesLeft(contract, new Map([["inv_1", usd("200.00")]]));
  const lines = rateUsageSlot(contract, slot, nothing, { billed: [noted], left });
  const plan = { on: date("2026-02-01"), slots: [slot], credits: [], kept: [] };
  const before = { ...nothingBefore, spent: usd("600.00"), adjusted: usd("-200.00") };
  const draft = assembleInvoice(contract, plan, lines, () => before);
  expect(draft?.lines.map(({ kind, amount }) => `${kind} ${amount.toFixed(2)}`)).toEqual([
    "correction -500.00",
    "maximum 200.00",
    "discount 0.00",
  ]);
});

test("an amount that one charge reverses of a percentage is not left for another charge of the same invoice (R-SUB-8, R-INV-8)", () => {
  const contract = contractFrom("2026-01-01", { prices: [calls], discounts: [percentage("disc", "10")] });
  const limited = invoiceLeft("90.00", "disc -5.00");
  const [first, second] = [billed("usage", "60.00", "0.00", limited), billed("usage", "60.00", "0.00", limited)];
  const left = new InvoicesLeft(contract);
  expect(left.mostOf([first])?.toFixed(2)).toBe("60.00");
  // This reverses 5.00 of the discount: 45.00 are left of the invoice, and nothing of the discount.
  left.takeOf([first], usd("50.00"));
  expect(left.mostOf([second])?.toFixed(2)).toBe("45.00");
});

test("never gives back more than is left of the invoice, after any credit notes (R-SUB-8, R-INV-8)", () => {
  const cents = fc.integer({ min: 0, max: 40_000 }).map((amount) => Decimal.of(`${amount}e-2`));
  const percent = fc.integer({ min: 0, max: 100 }).map((value) => Decimal.ofInteger(value));
  fc.assert(
    fc.property(cents, cents, cents, percent, percent, (left, ofFirst, ofSecond, first, second) => {
      const own = percentage("own", first.toString(), { kind: "price", priceId: "base" });
      const contract = contractFrom("2026-01-01", {
        prices: [base],
        discounts: [percentage("disc", second.toString()), own],
      });
      const limited = invoiceLeft(left.toString(), `own -${ofFirst.toString()}`, `disc -${ofSecond.toString()}`);
      const line = billed("recurring", "310.00", "0.00", limited);
      const invoices = new InvoicesLeft(contract);
      const amount = Decimal.min(usd("310.00"), invoices.most(line) ?? usd("310.00"));
      const taken = Decimal.sum(invoices.take(line, amount).map((one) => one.amount));
      expect(amount.minus(taken).compare(left) <= 0).toBe(true);
      // Everything that is left can be taken. A cent more before the percentages would exceed the remainder, or the
      // line.
      const more = new InvoicesLeft(contract);
      const next = amount.plus(usd("0.01"));
      const off = Decimal.sum(more.take(line, next).map((one) => one.amount));
      expect(next.compare(usd("310.00")) > 0 || next.minus(off).compare(left) > 0).toBe(true);
    }),
  );
});
