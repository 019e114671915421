import { countryName } from "../format/country-name.ts";
import type { InvoiceDocument, InvoiceBuyer, InvoiceSeller } from "../invoice/invoice-document.ts";
import type { LabelledText, SheetParty } from "./invoice-sheet.ts";
import { isVatId } from "./vat-id.ts";
import type { Writing } from "./writing.ts";

/** Who bills and who is billed, each with all that the law wants said of them. */
export function layOutParties({ seller, buyer }: InvoiceDocument, writing: Writing): SheetParty[] {
  const { words, text } = writing;
  return [
    {
      label: words.from,
      name: text(seller.legalName ?? seller.name),
      lines: partyLines(seller, writing, [seller.registration, seller.email]),
    },
    { label: words.billTo, name: text(buyer.name), lines: partyLines(buyer, writing, [buyer.email]) },
  ];
}

function partyLines(party: InvoiceSeller | InvoiceBuyer, writing: Writing, last: readonly (string | null)[]): string[] {
  const country = party.country === null ? null : countryName(writing.traits.formatLocale, party.country);
  const lines = [...party.address, country].map((line) => (line === null ? "" : writing.text(line)));
  const taxId = party.taxId === null ? "" : taxIdText(party.taxId, writing);
  const others = last.map((line) => (line === null ? "" : writing.text(line)));
  return [...lines, taxId, ...others].filter((line) => line !== "");
}

/** "VAT ID DE123456789". */
function taxIdText(taxId: string, { words, text }: Writing): string {
  return `${isVatId(taxId) ? words.vatId : words.taxId} ${text(taxId)}`;
}

/** The invoice's own particulars: number, dates, period, purchase order. */
export function layOutFacts(invoice: InvoiceDocument, { words, formats, text }: Writing): LabelledText[] {
  const { number, issueDate, dueDate, billingPeriod, purchaseOrderNumber } = invoice;
  const facts: [string, string | null][] = [
    [words.invoiceNumber, number === null ? null : text(number)],
    [words.issueDate, issueDate && text(formats.period.date(issueDate))],
    [words.dueDate, dueDate && text(formats.period.date(dueDate))],
    [words.billingPeriod, billingPeriod && text(formats.period.period(billingPeriod))],
    [words.purchaseOrder, purchaseOrderNumber === null ? null : text(purchaseOrderNumber)],
  ];
  return facts.flatMap(([label, value]) => (value === null || value === "" ? [] : [{ label, value }]));
}
