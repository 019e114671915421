import type { InvoiceRow } from "@counterfoil/storage";
import { amountDue } from "../../invoices/index.ts";

/** Whether an invoice is still to be reminded of and collected: something of it is due, and nobody gave it up (R-INV-7). */
export function isCollectable(invoice: InvoiceRow): boolean {
  return (invoice.status === "issued" || invoice.status === "overdue") && amountDue(invoice).isPositive();
}
