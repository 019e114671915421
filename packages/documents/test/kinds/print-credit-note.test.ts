import { afterAll, beforeAll, expect, test } from "vitest";
import { createDocumentRenderer, type DocumentRenderer } from "../../src/index.ts";
import { readPdf } from "../read-pdf.ts";
import { creditNote } from "../samples/index.ts";

let renderer: DocumentRenderer;
const warnings: string[] = [];
beforeAll(() => {
  renderer = createDocumentRenderer({ onWarning: (warning) => warnings.push(warning) });
});
afterAll(() => renderer.close());

test("prints the invoice, the amounts given back with tax, the reason, and where they went (R-INV-8, R-PDF-1)", async () => {
  const [page] = readPdf(await renderer.renderCreditNote(creditNote)).pages;
  for (const printed of [
    "Credit note",
    "Amount credited €145.78",
    "For invoice NL-2024-0042",
    "Credit note number CN-2024-00007 Date 20 Feb 2024 Invoice number NL-2024-0042 Invoice date 1 Feb 2024",
    "Applied to the invoice 100.00 Kept as account credit 45.78", // 145.78 in all
    "The service was down from January 16 on.",
  ]) {
    expect(page?.text).toContain(printed);
  }
  expect(page?.text).not.toContain("Refunded");
  expect(warnings).toEqual([]);
});

test("rejects invalid members and names them", async () => {
  const wrong = { ...creditNote, keptAsCredit: "much", invoice: { number: "1", issueDate: "soon" } };
  await expect(renderer.renderCreditNote(wrong)).rejects.toMatchObject({
    code: "document_invalid",
    problems: [{ pointer: "/invoice/issueDate" }, { pointer: "/keptAsCredit" }],
  });
});
