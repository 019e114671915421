import { Decimal } from "@counterfoil/engine";
import type { InvoiceLineRow } from "@counterfoil/storage";
import { expect, test } from "vitest";
import { type GivenBack, leftOfLines, percentageOf, tookBack } from "../../src/billing/given-back.ts";
import { line } from "../rows/invoice.ts";

// R-INV-8: what credit notes and later invoices left of an invoice's charges.

const { explanation } = line();
const discountOf = (amount: string, percentage: string, positions: number[], basis = {}): InvoiceLineRow =>
  line({
    id: "line_9",
    kind: "discount",
    adjustmentId: "disc_1",
    amount,
    explanation: {
      ...explanation,
      basis: { kind: "adjustment", rule: "percentage", value: percentage, positions, ...basis },
    },
  });

function given(lines: InvoiceLineRow[], noted: Record<string, string> = {}, billedBack: Record<string, string> = {}) {
  const amountOf = (amounts: Record<string, string>) => (id: string) => Decimal.of(amounts[id] ?? "0");
  const back = amountOf(billedBack);
  return { lines, noted: amountOf(noted), billedBack: back, leastBilledBack: back, othersOf: () => [] } as GivenBack;
}

const left = (...parts: Parameters<typeof given>) => leftOfLines(given(...parts), "EUR").toCanonical();

test("credit notes and later invoices lower what is left of a charge", () => {
  const lines = [line({ amount: "100" }), line({ id: "line_2", amount: "50" })];
  expect(left(lines)).toBe("150");
  expect(left(lines, { line_1: "30" }, { line_2: "20" })).toBe("100");
});

test("a later invoice that took back a discount leaves no more to give back", () => {
  const lines = [
    line({ amount: "100" }),
    line({ id: "line_2", kind: "discount", amount: "-10", adjustmentId: "disc_1" }),
  ];
  expect(left(lines, {}, { line_2: "-10" })).toBe("90");
});

test("what an invoice itself took back does not reduce its own charges", () => {
  const lines = [line({ amount: "100" }), line({ id: "line_2", kind: "credit", amount: "-40" })];
  expect(tookBack(given(lines), "EUR").toCanonical()).toBe("40");
  expect(left(lines)).toBe("100");
  const correction = [line({ amount: "100" }), line({ id: "line_2", kind: "correction", amount: "15" })];
  expect(tookBack(given(correction), "EUR").isZero()).toBe(true); // it charges
});

test("a percentage discount takes back its share", () => {
  const lines = [
    line({ amount: "100", position: 0 }),
    line({ id: "line_2", kind: "credit", amount: "-40", position: 1 }),
    discountOf("-6", "10", [0, 1]), // 10 % of 100 − 40
  ];
  expect(tookBack(given(lines), "EUR").toCanonical()).toBe("36"); // 40 − 10 % of 40
});

test("a discount records its percentage, its lines, and whether credit notes limited it", () => {
  const { value, positions, isLimited } = percentageOf(discountOf("-6", "10", [0, 1])) ?? {};
  expect([value?.toString(), positions, isLimited]).toEqual(["10", [0, 1], false]);
  expect(percentageOf(discountOf("-6", "10", [0], { most: "5" }))?.isLimited).toBe(true);
  expect(percentageOf(discountOf("-6", "10", [0], { rule: "amount" }))).toBeUndefined();
  expect(percentageOf(line())).toBeUndefined();
});
