import { expect, test } from "vitest";
import { Decimal, type InvoiceLeft, type InvoiceLineDraft, reliefOf, type SettledOnInvoice } from "../../src/index.ts";
import type { AdjustmentBasis, LineBasis } from "../../src/billing/line-basis.ts";
import { date } from "./support.ts";

const usd = (text: string) => Decimal.of(text);
const january = { start: date("2026-01-01"), end: date("2026-02-01") };

function line(adjustmentId: string | null, amount: string, basis: LineBasis): InvoiceLineDraft {
  return {
    kind: adjustmentId === null ? "correction" : "maximum",
    priceId: null,
    productId: null,
    versionId: null,
    adjustmentId,
    text: { kind: "item", item: "", group: null },
    groupName: null,
    usageGroup: null,
    service: january,
    countedOn: january.start,
    countedInterval: null,
    quantity: Decimal.one,
    unitPrice: null,
    unitLabel: null,
    amount: usd(amount),
    proration: null,
    explanation: {
      steps: [],
      notes: [],
      exactAmount: usd(amount),
      conversionRate: null,
      usage: null,
      billedBefore: null,
      basis,
    },
  };
}

function adjustment(rule: AdjustmentBasis["rule"], members: Partial<AdjustmentBasis> = {}): AdjustmentBasis {
  return {
    kind: "adjustment",
    rule,
    value: usd("10"),
    period: january,
    positions: [],
    spentBefore: Decimal.zero,
    adjustedBefore: Decimal.zero,
    ...members,
  };
}

/** An invoice that a maximum of January reduced. `standing` is the reduction on all invoices. */
function invoice(own: string, standing: string, takenBack = "0"): InvoiceLeft {
  const settled: SettledOnInvoice = {
    adjustmentId: "max",
    periodStart: "2026-01-01",
    own: usd(own),
    standing: usd(standing),
    takenBack: usd(takenBack),
  };
  return { invoiceId: "inv_1", amount: Decimal.zero, percentages: [], settled: [settled] };
}

const relief = (left: InvoiceLeft, ...lines: InvoiceLineDraft[]) => reliefOf(lines, left).toFixed(2);
const maximum = (amount: string) => line("max", amount, adjustment("maximum"));

test("the reversal of a limit counts for the invoice that it reduced (R-SUB-8, R-INV-8)", () => {
  expect(relief(invoice("-200.00", "-200.00"), maximum("200.00"))).toBe("200.00");
  // 50.00 of it were reversed before.
  expect(relief(invoice("-200.00", "-150.00", "50.00"), maximum("100.00"))).toBe("100.00");
  // An additional reduction is no relief.
  expect(relief(invoice("-200.00", "-150.00", "50.00"), maximum("-50.00"))).toBe("-50.00");
  // With two invoices, only what the other invoice cannot absorb counts.
  expect(relief(invoice("-200.00", "-300.00"), maximum("150.00"))).toBe("50.00");
  expect(relief(invoice("-200.00", "-300.00"), maximum("80.00"))).toBe("0.00");
});

test("a reversal does not count for another period, limit or line (R-SUB-8, R-INV-8)", () => {
  const left = invoice("-200.00", "-200.00");
  const february = { start: date("2026-02-01"), end: date("2026-03-01") };
  expect(relief(left, line("max", "200.00", adjustment("maximum", { period: february })))).toBe("0.00");
  expect(relief(left, line("min", "200.00", adjustment("minimum")))).toBe("0.00");
  expect(relief(left, line(null, "200.00", { kind: "price" }))).toBe("0.00");
  expect(relief(invoice("200.00", "200.00"), maximum("-200.00"))).toBe("0.00");
});

test("percentages that count the reversal take their share, unless credit notes had given them back (R-SUB-8, R-INV-8)", () => {
  const left = invoice("-200.00", "-200.00");
  const off = (members: Partial<AdjustmentBasis>) => line("disc", "-20.00", adjustment("percentage", members));
  expect(relief(left, maximum("200.00"), off({ positions: [0] }))).toBe("180.00");
  expect(relief(left, maximum("200.00"), off({ positions: [1] }))).toBe("200.00");
  expect(relief(left, maximum("200.00"), off({ positions: [0], settledByNotes: usd("30.00") }))).toBe("200.00");
});
