import type { InvoiceLineRow, InvoiceRow } from "@counterfoil/storage";
import type { IssuedInvoice } from "./to-electronic-invoice.ts";

/** What the invoice froze when it was issued; null for a draft, which has frozen nothing, and for a void one. */
export function issuedInvoice(invoice: InvoiceRow, lines: readonly InvoiceLineRow[]): IssuedInvoice | null {
  const { number, issueDate, seller, buyer, status } = invoice;
  if (number === null || issueDate === null || seller === null || buyer === null || status === "void") return null;
  return { invoice: { ...invoice, number, issueDate }, lines, seller, buyer };
}
