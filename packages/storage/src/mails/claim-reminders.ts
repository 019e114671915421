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
    `with due as (
       select i.id, d.day, coalesce(c.frozen_time, $2::timestamptz) as present
       from mail_settings s cross join lateral unnest(s.reminder_days) as d (day)
       join invoice i on i.organization_id = s.organization_id and i.status in ('issued', 'overdue')
       left join test_clock c on c.organization_id = i.organization_id and c.id = i.test_clock_id
       where s.organization_id = $1 and i.due_date is not null
         and coalesce(c.frozen_time, $2::timestamptz) >= i.due_date + make_interval(days => d.day)
         and coalesce(c.frozen_time, $2::timestamptz) < i.due_date + make_interval(days => d.day + 2)
     ), noted as (
       insert into invoice_reminder (organization_id, invoice_id, day, written_at)
       select $1, due.id, due.day, due.present from due
       on conflict do nothing returning invoice_id, day, written_at
     )
     select invoice_id, day, written_at as now from noted order by invoice_id, day`,
    [tx.organizationId, now],
  );
}
