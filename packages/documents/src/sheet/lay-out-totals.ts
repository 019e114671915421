import type { InvoiceDocument, InvoiceDocumentTax } from "../invoice/invoice-document.ts";
import { fill } from "../words/words-of.ts";
import type { SheetTaxSummary, SheetTotal } from "./document-sheet.ts";
import type { Writing } from "./writing.ts";

/** From the subtotal to the amount due. Deductions appear only when there are any. */
export function layOutTotals(invoice: InvoiceDocument, writing: Writing): SheetTotal[] {
  const { words, decimal, amount } = writing;
  const deductions: [string, string][] = [
    [words.creditsApplied, invoice.creditsApplied],
    [words.amountPaid, invoice.amountPaid],
  ];
  return [
    { label: words.subtotal, small: null, amount: decimal(invoice.subtotal), weight: "plain" },
    ...invoice.taxes.map((tax) => layOutTax(tax, invoice.taxes.length === 1, writing)),
    { label: words.total, small: null, amount: decimal(invoice.total), weight: "strong" },
    ...deductions
      .filter(([, deduction]) => !isZero(deduction))
      .map(([label, deduction]): SheetTotal => {
        return { label, small: null, amount: decimal(deducted(deduction)), weight: "plain" };
      }),
    { label: words.amountDue, small: null, amount: amount(invoice.amountDue), weight: "due" },
  ];
}

/** With two rates or more, the base and the tax of each side by side. */
export function layOutTaxSummary({ taxes }: Pick<InvoiceDocument, "taxes">, writing: Writing): SheetTaxSummary | null {
  if (taxes.length < 2) return null;
  const { words, text, decimal } = writing;
  return {
    title: words.taxSummary,
    columns: [words.tax, words.taxRate, words.taxableAmount, words.taxAmount],
    rows: taxes.map((tax) => [text(tax.name), rateText(tax, writing), decimal(tax.base), decimal(tax.amount)]),
  };
}

/** The base of a single tax stands beside it; those of several are in the tax summary. */
export function layOutTax(tax: InvoiceDocumentTax, isOnly: boolean, writing: Writing): SheetTotal {
  const { words, text, decimal } = writing;
  return {
    label: [text(tax.name), rateText(tax, writing)].filter((part) => part !== "").join(" "),
    small: isOnly ? fill(words.taxOn, { base: decimal(tax.base) }) : null,
    amount: decimal(tax.amount),
    weight: "plain",
  };
}

function rateText({ rate }: InvoiceDocumentTax, { formats, text }: Writing): string {
  return rate === null ? "" : text(formats.number.percent(rate));
}

export function isZero(decimal: string): boolean {
  return !/[1-9]/.test(decimal);
}

/** What was paid lowers what is due, so it is printed below zero; a payment taken back raises it. */
export function deducted(decimal: string): string {
  return decimal.startsWith("-") ? decimal.slice(1) : `-${decimal}`;
}
