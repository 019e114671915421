import type { Tx } from "../database/tx.ts";
import { counts, type TotalRow } from "./counted-accounts.ts";

/** How long an invoice has been overdue; `not_due` if its due date has not passed. */
export type AgeBand = "not_due" | "1_30" | "31_60" | "61_90" | "over_90";

/** An unpaid invoice, with its days overdue at the end of a day. */
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

/** The amount due at the end of a day, by invoice. */
const OWED = `
  select i.id as invoice_id, i.number, i.account_id, i.currency, i.due_on, owed.amount,
    greatest($2::date - i.due_on, 0) as days_overdue,
    case when $2::date <= i.due_on then 'not_due' when $2::date - i.due_on <= 30 then '1_30'
      when $2::date - i.due_on <= 60 then '31_60' when $2::date - i.due_on <= 90 then '61_90' else 'over_90' end as band
  from (
    select invoice_id, sum(amount) as amount from journal_posting
    where organization_id = $1 and code = 'receivable' and day <= $2::date
      and case when $4::text is null then ${counts("account_id", "$3")} else account_id = $4 end
    group by invoice_id having sum(amount) <> 0
  ) as owed
  join (
    select id, number, account_id, currency, (coalesce(due_date, issue_date) at time zone timezone)::date as due_on
    from invoice where organization_id = $1
  ) as i on i.id = owed.invoice_id`;

/** What was owed at the end of a day; null matches everything. */
export interface OwedSelection {
  readonly at: string;
  readonly withTestClocks: boolean;
  readonly accountId: string | null;
  readonly currency: string | null;
  readonly band: AgeBand | null;
}

const SELECTED = `
  select * from (${OWED}) as owed_invoice where ($5::text is null or currency = $5) and ($6::text is null or band = $6)`;

function ofSelected(tx: Tx, { at, withTestClocks, accountId, currency, band }: OwedSelection): unknown[] {
  return [tx.organizationId, at, withTestClocks, accountId, currency, band];
}

/** The invoices after an ID, ordered by ID. */
export async function owedInvoices(
  tx: Tx,
  selection: OwedSelection,
  after: string,
  limit: number,
): Promise<OwedInvoiceRow[]> {
  const parameters = [...ofSelected(tx, selection), after, limit];
  return tx.sql<OwedInvoiceRow>(`${SELECTED} and invoice_id > $7 order by invoice_id limit $8`, parameters);
}

/** All invoices of the selection, summed by currency. */
export async function owedTotals(tx: Tx, selection: OwedSelection): Promise<TotalRow[]> {
  return tx.sql<TotalRow>(
    `select currency, count(*) as count, sum(amount) as amount from (${SELECTED}) as owed group by currency order by currency`,
    ofSelected(tx, selection),
  );
}

/** The same summed by currency and age. */
export async function owedByAge(
  tx: Tx,
  at: string,
  withTestClocks: boolean,
): Promise<{ currency: string; band: AgeBand; amount: string }[]> {
  return tx.sql<{ currency: string; band: AgeBand; amount: string }>(
    `select currency, band, sum(amount) as amount from (${OWED}) as owed_invoice group by currency, band order by currency`,
    [tx.organizationId, at, withTestClocks, null],
  );
}
