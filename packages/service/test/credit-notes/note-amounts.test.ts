import { Decimal } from "@counterfoil/engine";
import { expect, test } from "vitest";
import { billedBackOf, frozenBilledBack, partsTotal, toBilledBackRow } from "../../src/credit-notes/billed-back.ts";
import { creditNoteNumbering, creditNoteNumberingFaults } from "../../src/credit-notes/credit-note-number.ts";
import type { LineCredit } from "../../src/credit-notes/credited-lines.ts";
import { billedBackTotal, noteAmounts } from "../../src/credit-notes/note-amounts.ts";
import { receiptNumbering, receiptNumberingFaults } from "../../src/payments/receipt-number.ts";
import { toInvoiceTax } from "../../src/tax/index.ts";
import { line, vat } from "../rows/invoice.ts";
import { organization } from "../rows/organization.ts";

// R-INV-8: subtotal, tax and total of a note. All notes of an invoice sum to it, to the cent.

const invoice = { currency: "EUR", taxes: [vat({ base: "100.01", amount: "19.00" })] };
const taxed = line({
  amount: "100.01",
  taxes: [{ amount: "100.01", taxes: [{ index: 0, base: "100.01", amount: "19.00" }] }],
});

const credit = (credited: string, before = "0", billedBack = "0"): LineCredit => ({
  line: taxed,
  credited: Decimal.of(credited),
  creditedBefore: Decimal.of(before),
  billedBack: billedBackOf(Decimal.of(billedBack), []),
});

test("a note takes its share of the tax, and the last note takes the remaining tax", () => {
  const first = noteAmounts(invoice, [credit("33.34")], []);
  expect(first).toMatchObject({ subtotal: "33.34", tax: "6.33", total: "39.67" }); // 33.34 × 0.19 = 6.3346
  const second = noteAmounts(invoice, [credit("33.34", "33.34")], [first]);
  expect(second.tax).toBe("6.33");
  const last = noteAmounts(invoice, [credit("33.33", "66.68")], [first, second]);
  expect(last).toMatchObject({ subtotal: "33.33", tax: "6.34", total: "39.67" }); // 19.00 − 6.33 − 6.33
});

test("a note without tax information has no tax", () => {
  const untaxed = { ...credit("40"), line: line({ amount: "100.00" }) };
  expect(noteAmounts({ currency: "EUR", taxes: null }, [untaxed], [])).toEqual({
    subtotal: "40.00",
    tax: "0.00",
    total: "40.00",
    taxes: null,
  });
});

test("what later invoices gave back has the tax that they gave back, or else that of the line", () => {
  expect(billedBackTotal(invoice, [credit("0", "0", "50")]).toCanonical()).toBe("59.5"); // 50 × 1.19
  const tax = toInvoiceTax(vat({ percentage: "7", base: "50", amount: "3.50" }));
  const parts = [{ amount: Decimal.of("50"), taxes: [tax] }];
  const known = { ...credit("0"), billedBack: billedBackOf(Decimal.of("50"), parts) };
  expect(billedBackTotal(invoice, [known]).toCanonical()).toBe("53.5");
  expect(partsTotal([{ amount: Decimal.of("50"), taxes: [{ ...tax, inclusive: true }] }]).toCanonical()).toBe("50");
});

test("freezes what later invoices had given back when the note was made", () => {
  const tax = toInvoiceTax(vat({ base: "50", amount: "9.50" }));
  const parts = [{ amount: Decimal.of("50"), taxes: [tax] }];
  const row = toBilledBackRow(billedBackOf(Decimal.of("60"), parts), parts);
  expect(row).toMatchObject({ amount: "60", parts: [{ amount: "50", isSettled: true }] });
  const frozen = frozenBilledBack({ billedBack: { line_1: row } }, "line_1");
  expect([frozen.amount.toString(), frozen.rest.toString(), frozen.parts[0]?.taxes[0]?.amount.toString()]).toEqual([
    "60",
    "10",
    "9.50",
  ]);
  // Earlier releases stored only the amount.
  expect(frozenBilledBack({ billedBack: { line_1: "60" } }, "line_1").rest.toString()).toBe("60");
  expect(frozenBilledBack({ billedBack: null }, "line_1").amount.isZero()).toBe(true);
});

test.each([
  ["monthly", "CN-{YYYY}-{SEQ}", "yearly"],
  ["monthly", "CN-{YYYY}-{MM}-{SEQ}", "monthly"],
  ["yearly", "CN-{YY}-{SEQ}", "yearly"],
  ["yearly", "CN-{SEQ}", "never"],
  ["never", "CN-{YYYY}-{SEQ}", "never"],
] as const)("invoices restart %s: notes and receipts by the format %s %s", (restart, format, expected) => {
  const own = organization({
    invoiceNumberRestart: restart,
    creditNoteNumberFormat: format,
    receiptNumberFormat: format,
  });
  for (const numbering of [creditNoteNumbering(own), receiptNumbering(own)]) {
    expect(numbering).toMatchObject({ invoiceNumberFormat: format, invoiceNumberRestart: expected });
  }
});

test("names the member of an invalid format", () => {
  const own = organization({ creditNoteNumberFormat: "CN", receiptNumberFormat: "{SEQ}{SEQ}" });
  expect(creditNoteNumberingFaults(own)).toMatchObject([{ pointer: "/creditNoteNumberFormat", code: "no_sequence" }]);
  expect(receiptNumberingFaults(own)).toMatchObject([{ pointer: "/receiptNumberFormat", code: "several_sequences" }]);
});
