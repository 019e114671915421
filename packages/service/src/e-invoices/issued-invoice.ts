import type { InvoiceLineRow, InvoiceRow } from "@counterfoil/storage";
import { invoiceState } from "../invoices/index.ts";
import type { IssuedInvoice } from "./to-electronic-invoice.ts";

/** What the invoice froze at issue. Null for a draft, which has frozen nothing, and for a void invoice. */
export function issuedInvoice(row: InvoiceRow, lines: readonly InvoiceLineRow[]): IssuedInvoice | null {
  const invoice = invoiceState(row);
  if (invoice.status === "draft" || invoice.status === "void") return null;
  return { invoice, lines, seller: invoice.seller, buyer: invoice.buyer };
}
