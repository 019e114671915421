import { lineTexts, type LineTexts, type PrintedCreditNote } from "@counterfoil/documents";
import { Decimal, formatAmount, readLineText } from "@counterfoil/engine";
import type { CreditNoteLineRow, CreditNoteRow, InvoiceLineRow, InvoiceRow } from "@counterfoil/storage";
import { toLook, toPrintedBuyer, toPrintedSeller } from "../documents/index.ts";
import { linesTotal, lineTaxRates, printedReasons, printedTaxes } from "../tax/index.ts";
import { localDay } from "../time.ts";

/** The invoice that a note corrects, whose lines have the taxes, and the seller's logo. */
interface NoteBeside {
  readonly logo: Uint8Array | null;
  readonly invoice: InvoiceRow;
  readonly invoiceLines: readonly InvoiceLineRow[];
}

/** What is printed of a credit note, from its snapshots alone. */
export function toPrintedCreditNote(
  note: CreditNoteRow,
  lines: readonly CreditNoteLineRow[],
  { logo, invoice, invoiceLines }: NoteBeside,
): PrintedCreditNote {
  const { seller, buyer, currency, timezone } = note;
  const texts = lineTexts(seller.locale, currency);
  const money = (text: string) => formatAmount({ amount: Decimal.of(text), currency });
  const given = (note.taxes ?? []).filter(({ base, amount }) => !(isZero(base) && isZero(amount)));
  const invoiced = printedTaxes(invoice, texts, money);
  const lineOf = new Map(invoiceLines.map((line) => [line.id, line]));
  const isRefund = note.outcome === "refund";
  return {
    number: note.number,
    issueDate: localDay(note.issueDate, timezone),
    invoice: { number: note.invoiceNumber, issueDate: localDay(note.invoiceIssueDate, timezone) },
    reason: note.reason,
    seller: toPrintedSeller(seller, logo),
    buyer: toPrintedBuyer(buyer),
    look: toLook(seller),
    currency,
    locale: seller.locale,
    lines: lines.map((line) => ({
      kind: Decimal.of(line.amount).isNegative() ? "adjustment" : "charge",
      description: noteLineText(line, lineOf.get(line.invoiceLineId), texts),
      detail: null,
      servicePeriod: { start: line.periodStart, end: line.periodEnd },
      quantity: null,
      unitPrice: null,
      taxRates: lineTaxRates(lineOf.get(line.invoiceLineId) ?? { taxes: null }, invoiced),
      amount: money(line.amount),
      group: line.groupName,
    })),
    subtotal: money(note.subtotal),
    linesTotal: money(linesTotal(note).toString()),
    taxes: printedTaxes({ taxes: given }, texts, money),
    total: money(note.total),
    // A refund also reduces the invoice, but is printed once.
    appliedToInvoice: money(isRefund ? "0" : note.amountApplied),
    keptAsCredit: money(note.amountCredited),
    returnedToPrepaid: money(note.amountReturned),
    refunded: money(note.amountRefunded),
    memo: note.memo,
    footer: seller.documentTemplate.footer,
    notes: printedReasons({ taxes: given }, texts, seller.locale),
  };
}

/** The text of the invoice's line, whose kind and values the note does not repeat. */
function noteLineText(
  { description }: CreditNoteLineRow,
  invoiced: InvoiceLineRow | undefined,
  texts: LineTexts,
): string {
  return invoiced?.description === description ? texts.line(readLineText(invoiced)) : description;
}

function isZero(text: string): boolean {
  return Decimal.of(text).isZero();
}
