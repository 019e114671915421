import type { AccountRow, InvoiceRow, NewInvoiceLine, SubscriptionRow } from "@counterfoil/storage";
import { type Invoice, toInvoice } from "./invoice.ts";

/** An invoice with its lines as they are in the database. */
export interface WrittenInvoice {
  readonly invoice: InvoiceRow;
  readonly lines: readonly NewInvoiceLine[];
  /** The same invoice as the API shows it. */
  readonly shown: Invoice;
  /** Its customer. Undefined if nothing was decided about it, so that the customer was not loaded. */
  readonly parties: Parties | undefined;
}

export interface Parties {
  readonly account: AccountRow;
  readonly subscription: SubscriptionRow;
}

/** An invoice that was written or read, with its form in the API. */
export function writtenInvoice(
  invoice: InvoiceRow,
  lines: readonly NewInvoiceLine[],
  parties?: Parties,
): WrittenInvoice {
  let shown: Invoice | undefined;
  return {
    invoice,
    lines,
    // Made when it is needed: running figures of credit need only the rows.
    get shown() {
      return (shown ??= toInvoice(invoice, lines));
    },
    parties,
  };
}
