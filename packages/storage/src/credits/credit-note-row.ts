import type { BuyerSnapshot, SellerSnapshot, StoredElectronicOutcome } from "../invoices/invoice-row.ts";
import type { StoredTax } from "../tax/stored-taxes.ts";

/** What becomes of what is given back. */
export const CREDIT_NOTE_OUTCOMES = ["refund", "apply", "account_credit"] as const;
export type CreditNoteOutcome = (typeof CREDIT_NOTE_OUTCOMES)[number];

export interface CreditNoteRow {
  id: string;
  invoiceId: string;
  accountId: string;
  number: string;
  series: string;
  sequence: string;
  currency: string;
  reason: string;
  memo: string | null;
  outcome: CreditNoteOutcome;
  subtotal: string;
  tax: string;
  total: string;
  /**
   * In the order of the invoice's taxes, also those of which nothing is given back; then those that later invoices gave back of lines that
   * are under others by now.
   */
  taxes: StoredTax[] | null;
  amountApplied: string;
  amountCredited: string;
  amountReturned: string;
  amountRefunded: string;
  issueDate: string;
  timezone: string;
  seller: SellerSnapshot;
  buyer: BuyerSnapshot;
  invoiceNumber: string;
  invoiceIssueDate: string;
  /** Of the PDF that a release before handed out, which kept no bytes. */
  pdfSha256: string | null;
  /** Of the PDF that is stored; null until it was drawn. */
  documentSha256: string | null;
  /** By line of the invoice, what later invoices had given back when the note was made; null where nothing. */
  billedBack: Record<string, string | BilledBackRow> | null;
  /** Null where nothing was decided: without e-invoicing, and on notes of earlier releases. */
  eInvoice: StoredElectronicOutcome | null;
  createdAt: string;
}

/** What later invoices had given back of a line. Notes of earlier releases say the amount alone. */
export interface BilledBackRow {
  amount: string;
  /** As far as it is known under which taxes, with the amounts of these. */
  parts: BilledBackPartRow[];
}

export interface BilledBackPartRow {
  amount: string;
  taxes: StoredTax[];
  /** The line is under other taxes by now, and the note gives back the rest of it: so it takes back this part. */
  isSettled: boolean;
}

export interface CreditNoteLineRow {
  id: string;
  creditNoteId: string;
  position: number;
  invoiceLineId: string;
  description: string;
  groupName: string | null;
  /** Calendar dates of the note's zone, half-open. */
  periodStart: string;
  periodEnd: string;
  amount: string;
}
