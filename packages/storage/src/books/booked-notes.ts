import type { CreditNoteRow } from "../credits/credit-note-row.ts";
import type { Tx } from "../database/tx.ts";

/** A credit note with its ledger entries and audit record. */
export interface BookedNoteRow extends CreditNoteRow {
  /** The sum of its ledger entries: what became account credit or was returned to prepaid grants. */
  ledger: string;
  /** Its members when it was issued; null if the audit log has no record. */
  issued: Record<string, { after: unknown }> | null;
}

/** The credit notes of invoices, in the order in which they were issued. */
export async function findBookedNotes(tx: Tx, invoiceIds: readonly string[]): Promise<BookedNoteRow[]> {
  return tx.sql<BookedNoteRow>(
    `select n.*,
       (select coalesce(sum(coalesce(-e.amount_paid, e.amount)), 0) from account_credit_entry e
         where e.organization_id = $1 and e.account_id = n.account_id and e.credit_note_id = n.id) as ledger,
       (select a.changes from audit_entry a
         where a.organization_id = $1 and a.object_id = n.id and a.action = 'credit_note.issued' limit 1) as issued
     from credit_note n where n.organization_id = $1 and n.invoice_id = any($2)
     order by n.invoice_id, n.created_at, n.sequence`,
    [tx.organizationId, invoiceIds],
  );
}
