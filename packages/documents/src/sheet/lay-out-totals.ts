import type { InvoiceDocument, InvoiceDocumentTax } from "../invoice/invoice-document.ts";
import { fill } from "../words/words-of.ts";
import type { SheetTaxSummary, SheetTotal } from "./document-sheet.ts";
import type { Writing } from "./writing.ts";

/** From the sum of the lines to the amount due. Deductions appear only if there are any. */
export function layOutTotals(invoice: InvoiceDocument, writing: Writing): SheetTotal[] {
  const { words, decimal, amount } = writing;
  const deductions: [string, string][] = [
    [words.creditsApplied, invoice.creditsApplied],
    [words.amountPaid, invoice.amountPaid],
    // An amount given back raises a total below zero to zero.
    ...layOutCredited(invoice, writing).map(([label, given]): [string, string] => [label, deducted(given)]),
  ];
  return [
    ...layOutSubtotal(invoice, writing),
    { label: words.total, small: null, amount: decimal(invoice.total), weight: "strong" },
    ...deductions
      .filter(([, deduction]) => !isZero(deduction))
      .map(([label, deduction]): SheetTotal => {
        return { label, small: null, amount: decimal(deducted(deduction)), weight: "plain" };
      }),
    { label: words.amountDue, small: null, amount: amount(invoice.amountDue), weight: "due" },
  ];
}

/**
 * Where the amount of an invoice below zero went. For a draft, which has not given anything back yet, the amount that
 * it will give back.
 */
function layOutCredited(
  { amountCredited, creditedTo = [] }: InvoiceDocument,
  { words, text }: Writing,
): [string, string][] {
  if (creditedTo.length === 0) return [[words.amountGivenBack, amountCredited ?? "0"]];
  return creditedTo.map((part) => {
    if (part.to === "invoice") return [fill(words.appliedToNumber, { number: text(part.number) }), part.amount];
    return [part.to === "credit_grant" ? words.returnedToPrepaid : words.keptAsCredit, part.amount];
  });
}

/**
 * The sum of the lines comes first, so that readers can add them up: the subtotal, or the sum with tax if lines include
 * their tax, followed by the taxes and the amount without tax.
 */
export function layOutSubtotal(
  { subtotal, linesTotal, taxes }: Pick<InvoiceDocument, "subtotal" | "linesTotal" | "taxes">,
  writing: Writing,
): SheetTotal[] {
  const { words, decimal } = writing;
  const plain = (label: string, value: string): SheetTotal => {
    return { label, small: null, amount: decimal(value), weight: "plain" };
  };
  const printed = taxes.map((tax) => layOutTax(tax, taxes.length === 1, writing));
  const isGross = taxes.some(({ inclusive }) => inclusive === true) && typeof linesTotal === "string";
  return isGross
    ? [plain(words.totalOfItems, linesTotal), ...printed, plain(words.netAmount, subtotal)]
    : [plain(words.subtotal, subtotal), ...printed];
}

/** With two or more rates, a table with the base and the tax of each. */
export function layOutTaxSummary({ taxes }: Pick<InvoiceDocument, "taxes">, writing: Writing): SheetTaxSummary | null {
  if (taxes.length < 2) return null;
  const { words, text, decimal } = writing;
  return {
    title: words.taxSummary,
    columns: [words.tax, words.taxRate, words.taxableAmount, words.taxAmount],
    rows: taxes.map((tax) => [text(tax.name), rateText(tax, writing), decimal(tax.base), decimal(tax.amount)]),
  };
}

/** The base of a single tax is printed next to it. The bases of several taxes are in the tax summary. */
export function layOutTax(tax: InvoiceDocumentTax, isOnly: boolean, writing: Writing): SheetTotal {
  const { words, text, decimal } = writing;
  const label = [text(tax.name), rateText(tax, writing)].filter((part) => part !== "").join(" ");
  return {
    label: tax.inclusive === true ? fill(words.includesTax, { tax: label }) : label,
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

/** A paid amount reduces the amount due, so it is printed as negative. A payment taken back increases it. */
export function deducted(decimal: string): string {
  return decimal.startsWith("-") ? decimal.slice(1) : `-${decimal}`;
}
