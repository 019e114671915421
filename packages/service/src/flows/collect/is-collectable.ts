import type { InvoiceRow } from "@counterfoil/storage";
import { amountDue } from "../../invoices/index.ts";

/**
 * Whether Counterfoil still sends reminders for an invoice and collects it: an amount is due, and the invoice is not
 * written off (R-INV-7).
 */
export function isCollectable(invoice: InvoiceRow): boolean {
  return (invoice.status === "issued" || invoice.status === "overdue") && amountDue(invoice).isPositive();
}
