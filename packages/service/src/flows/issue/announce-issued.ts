import type { InvoiceRow } from "@counterfoil/storage";
import type { Work } from "../../context.ts";
import { sealOf } from "../../frozen-lines/index.ts";
import { withLineItems } from "../../invoices/index.ts";
import { auditAll, type AuditedChange, type NewEvent, notifyAll } from "../../record.ts";
import type { NumberedInvoice } from "./number-invoices.ts";

/** Audits what issuing changed on each invoice, and notifies with its new state. */
export async function announceIssued(work: Work, numbered: readonly NumberedInvoice[], now: string): Promise<void> {
  const changes: AuditedChange[] = [];
  const happened: NewEvent[] = [];
  for (const { draft, issued } of numbered) {
    const { invoice, lines, shown: before } = draft;
    const row: InvoiceRow = { ...invoice, ...issued, issuesAt: null, issuingFailure: null, updatedAt: now };
    const data = withLineItems(row, before.lineItems);
    // The audit log also proves what is printed but not shown in the API, by its hash. Issuing leaves the line items
    // unchanged.
    const after = { ...data, ...sealOf(row, lines) };
    changes.push({ action: "invoice.issued", objectId: row.id, before, after });
    happened.push({ type: "invoice.issued", objectId: row.id, data });
    if (row.status === "paid") happened.push({ type: "invoice.paid", objectId: row.id, data });
  }
  await auditAll(work, changes);
  await notifyAll(work, happened);
}
