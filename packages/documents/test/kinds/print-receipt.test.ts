import { afterAll, beforeAll, expect, test } from "vitest";
import { createDocumentRenderer, type DocumentRenderer } from "../../src/index.ts";
import { readPdf } from "../read-pdf.ts";
import { receipt } from "../samples/index.ts";

let renderer: DocumentRenderer;
const warnings: string[] = [];
beforeAll(() => {
  renderer = createDocumentRenderer({ onWarning: (warning) => warnings.push(warning) });
});
afterAll(() => renderer.close());

test("prints the amount, date and method of a payment, its invoices, and the rest (R-INV-7, R-PDF-1)", async () => {
  const [page] = readPdf(await renderer.renderReceipt(receipt)).pages;
  for (const printed of [
    "Amount received €500.00 Paid on 12 Feb 2024 Bank transfer",
    "Receipt number NL-R-2024-0007 Payment date 12 Feb 2024",
    "Invoice NL-2024-0042 Issue date 1 Feb 2024 291.55 291.55",
    "Invoice NL-2024-0043 Issue date 5 Feb 2024 220.00 108.45",
    "Kept as account credit 100.00 Amount received €500.00", // 291.55 + 108.45 + 100.00
  ]) {
    expect(page?.text).toContain(printed);
  }
  expect(page?.text).not.toContain("Refunded");
  expect(warnings).toEqual([]);
});

test("deducts refunds, and prints the sums of a payment without an invoice", async () => {
  const [page] = readPdf(await renderer.renderReceipt({ ...receipt, invoices: [], refunded: "20.00" })).pages;
  expect(page?.text).toContain("Refunded −20.00");
  expect(page?.text).toContain("€500.00");
});
