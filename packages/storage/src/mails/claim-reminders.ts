import type { Tx } from "../database/tx.ts";

/** A reminder that is to be written now. */
export interface DueReminder {
  invoiceId: string;
  /** Days from the due date; below 0 before it. */
  day: number;
  /** The present of the account: its test clock's, else the system's. */
  now: string;
}

/**
 * Notes the reminders whose day has come for unpaid invoices, each once, and answers those that are new. One whose day is more
 * than two days past is left out: it would tell something that is no longer so.
 */
export async function claimReminders(tx: Tx, now: string): Promise<DueReminder[]> {
  return tx.sql<DueReminder>(
    `insert into invoice_reminder as noted (organization_id, invoice_id, day, written_at)
     select organization_id, invoice_id, day, present from due_reminders($2) where organization_id = $1
     order by invoice_id, day
     on conflict do nothing returning noted.invoice_id, noted.day, noted.written_at as now`,
    [tx.organizationId, now],
  );
}
