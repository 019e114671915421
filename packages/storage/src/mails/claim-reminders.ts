import type { Tx } from "../database/tx.ts";

/** A reminder to write now. */
export interface DueReminder {
  invoiceId: string;
  /** Days from the due date; negative before it. */
  day: number;
  /** The account's current time: that of its test clock, otherwise the system's. */
  now: string;
}

/**
 * Records the reminders that are due for unpaid invoices, each once, and returns the new ones. Skips reminders that are
 * more than two days late, because their text would no longer be true.
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
