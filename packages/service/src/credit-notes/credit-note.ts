import { Decimal, formatAmount } from "@counterfoil/engine";
import type { CreditNoteLineRow, CreditNoteOutcome, CreditNoteRow } from "@counterfoil/storage";
import { earlierPdf } from "../documents/index.ts";
import { type EInvoiceStatus, toEInvoiceStatus } from "../e-invoice-fields/index.ts";
import { type InvoiceTax, shownTaxes } from "../tax/index.ts";

/** A credit note in a list. */
export interface CreditNoteSummary {
  id: string;
  number: string;
  invoiceId: string;
  invoiceNumber: string;
  accountId: string;
  currency: string;
  reason: string;
  memo: string | null;
  outcome: CreditNoteOutcome;
  subtotal: string;
  tax: string;
  total: string;
  /** The reduction of the invoice's amount due. */
  amountApplied: string;
  /** The part that became account credit. */
  amountCredited: string;
  /** The part that went back to the prepaid grants that had paid the invoice. */
  amountReturned: string;
  amountRefunded: string;
  issueDate: string;
  /** The time zone of its date: that of the invoice. */
  timezone: string;
  createdAt: string;
}

export interface CreditNoteLine {
  id: string;
  /** The line of the invoice. */
  lineItemId: string;
  description: string;
  groupName: string | null;
  /** Calendar dates, half-open. */
  servicePeriod: { start: string; end: string };
  amount: string;
}

export interface CreditNote extends CreditNoteSummary {
  /** The credited part of each tax of the invoice. */
  taxes: InvoiceTax[];
  /** The hash of its PDF. Null until the PDF is drawn. */
  pdfSha256: string | null;
  /** The hash of an earlier PDF that a release without stored documents handed out with other bytes. */
  earlierPdfSha256: string | null;
  /** Whether it can be written as XML, decided at issue. Null without e-invoicing. */
  eInvoice: EInvoiceStatus | null;
  lines: CreditNoteLine[];
}

export function toCreditNoteSummary(row: CreditNoteRow): CreditNoteSummary {
  const money = (text: string) => formatAmount({ amount: Decimal.of(text), currency: row.currency });
  return {
    id: row.id,
    number: row.number,
    invoiceId: row.invoiceId,
    invoiceNumber: row.invoiceNumber,
    accountId: row.accountId,
    currency: row.currency,
    reason: row.reason,
    memo: row.memo,
    outcome: row.outcome,
    subtotal: money(row.subtotal),
    tax: money(row.tax),
    total: money(row.total),
    amountApplied: money(row.amountApplied),
    amountCredited: money(row.amountCredited),
    amountReturned: money(row.amountReturned),
    amountRefunded: money(row.amountRefunded),
    issueDate: row.issueDate,
    timezone: row.timezone,
    createdAt: row.createdAt,
  };
}

export function toCreditNote(row: CreditNoteRow, lines: readonly CreditNoteLineRow[]): CreditNote {
  const { currency } = row;
  return {
    ...toCreditNoteSummary(row),
    // A tax of which nothing is credited does not belong to the note.
    taxes: shownTaxes(row).filter(({ base, amount }) => !(isZero(base) && isZero(amount))),
    pdfSha256: row.documentSha256,
    earlierPdfSha256: earlierPdf(row),
    eInvoice: toEInvoiceStatus(row.eInvoice),
    lines: lines.map((line) => ({
      id: line.id,
      lineItemId: line.invoiceLineId,
      description: line.description,
      groupName: line.groupName,
      servicePeriod: { start: line.periodStart, end: line.periodEnd },
      amount: formatAmount({ amount: Decimal.of(line.amount), currency }),
    })),
  };
}

function isZero(text: string): boolean {
  return Decimal.of(text).isZero();
}
