import type { AccountRow, InvoiceRow, NewInvoiceLine, SubscriptionRow } from "@counterfoil/storage";
import { type Invoice, toInvoice } from "./invoice.ts";

/** An invoice with its lines as they are in the database. */
export interface WrittenInvoice {
  readonly invoice: InvoiceRow;
  readonly lines: readonly NewInvoiceLine[];
  /** The same as the API shows it. */
  readonly shown: Invoice;
  /** Whom it is for; undefined where nothing was decided about it, so that nobody looked. */
  readonly parties: Parties | undefined;
}

export interface Parties {
  readonly account: AccountRow;
  readonly subscription: SubscriptionRow;
}

/** An invoice that was written or read, with what the API shows of it. */
export function writtenInvoice(
  invoice: InvoiceRow,
  lines: readonly NewInvoiceLine[],
  parties?: Parties,
): WrittenInvoice {
  return { invoice, lines, shown: toInvoice(invoice, lines), parties };
}
