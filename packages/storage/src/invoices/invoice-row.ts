import type { BillingInterval, InvoiceLineKind, PaymentTerms } from "@counterfoil/engine";
import type { BilledTerms } from "../books/billed-terms.ts";
import { INVOICE_STATUSES, type InvoiceStatus } from "../checks.gen.ts";
import type { Row } from "../row.ts";

/** Skipped invoices are stored so that their periods are not billed again, but they are never shown. */
export type ShownInvoiceStatus = Exclude<InvoiceStatus, "skipped">;

export const SHOWN_INVOICE_STATUSES: readonly ShownInvoiceStatus[] = INVOICE_STATUSES.filter(isShownStatus);

/** Whether the invoice is not skipped. */
export function isShown<Invoice extends { status: InvoiceStatus }>(
  invoice: Invoice,
): invoice is Invoice & { status: ShownInvoiceStatus } {
  return isShownStatus(invoice.status);
}

function isShownStatus(status: InvoiceStatus): status is ShownInvoiceStatus {
  return status !== "skipped";
}

/** An invoice that is not skipped. */
export type InvoiceRow = Row<"invoice"> & {
  status: ShownInvoiceStatus;
  paymentTerms: PaymentTerms;
};

export type InvoiceLineRow = Row<"invoiceLine", "isVoid" | "scopePriceIds" | "taxes"> &
  Partial<Row<"invoiceLine", "isVoid">> & {
    kind: InvoiceLineKind;
    countedInterval: BillingInterval | null;
  };

/** A new line, with the billed terms to insert with it. */
export interface NewInvoiceLine extends InvoiceLineRow {
  terms?: BilledTerms;
}
