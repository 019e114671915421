import type { Tx } from "../database/tx.ts";

/** How long an invoice has been due; `not_due` where its day has not ended. */
export type AgeBand = "not_due" | "1_30" | "31_60" | "61_90" | "over_90";

/** An invoice that is owed, with its age in days by the end of a day. */
export interface OwedInvoiceRow {
  invoiceId: string;
  number: string;
  accountId: string;
  currency: string;
  dueOn: string;
  daysOverdue: number;
  band: AgeBand;
  amount: string;
}

/** What was owed by the end of a day, invoice by invoice, the oldest first. */
const OWED = `
  select i.id as invoice_id, i.number, i.account_id, i.currency, i.due_on, owed.amount,
    greatest($2::date - i.due_on, 0) as days_overdue,
    case when $2::date <= i.due_on then 'not_due' when $2::date - i.due_on <= 30 then '1_30'
      when $2::date - i.due_on <= 60 then '31_60' when $2::date - i.due_on <= 90 then '61_90' else 'over_90' end as band
  from (
    select invoice_id, sum(amount) as amount from journal_posting
    where organization_id = $1 and code = 'receivable' and day <= $2::date group by invoice_id having sum(amount) <> 0
  ) as owed
  join (
    select id, number, account_id, currency, (coalesce(due_date, issue_date) at time zone timezone)::date as due_on
    from invoice where organization_id = $1
  ) as i on i.id = owed.invoice_id`;

export async function owedInvoices(tx: Tx, at: string, after: string, limit: number): Promise<OwedInvoiceRow[]> {
  return tx.sql<OwedInvoiceRow>(
    `select * from (${OWED}) as owed_invoice where invoice_id > $3 order by invoice_id limit $4`,
    [tx.organizationId, at, after, limit],
  );
}

/** The same summed by currency and age. */
export async function owedByAge(tx: Tx, at: string): Promise<{ currency: string; band: AgeBand; amount: string }[]> {
  return tx.sql<{ currency: string; band: AgeBand; amount: string }>(
    `select currency, band, sum(amount) as amount from (${OWED}) as owed_invoice group by currency, band order by currency`,
    [tx.organizationId, at],
  );
}
