import { writeCii } from "@counterfoil/einvoice";
import type { InvoiceLineRow, InvoiceRow } from "@counterfoil/storage";
import { taxesOf } from "./invoice-taxes.ts";
import { issuedInvoice } from "./issued-invoice.ts";
import { toElectronicInvoice } from "./to-electronic-invoice.ts";

/**
 * The XML that the invoice's PDF carries; null where the organization had not asked for it when it issued the invoice, and where
 * the invoice cannot be written as one of EN 16931: the customer gets the PDF all the same, and `GET /invoices/{id}/xml` says what
 * is missing. All of it was frozen at issue, so the PDF has the same bytes for ever.
 */
export function facturX(invoice: InvoiceRow, lines: readonly InvoiceLineRow[]): string | null {
  const issued = issuedInvoice(invoice, lines);
  if (issued === null || !issued.seller.eInvoicing) return null;
  const outcome = toElectronicInvoice(issued, taxesOf(invoice, lines));
  return outcome.kind === "electronic" ? writeCii(outcome.invoice) : null;
}
