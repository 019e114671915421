import type { Tx } from "../database/tx.ts";

/** A calendar month of one currency: what was invoiced, what became revenue, and what is deferred at its end. */
export interface RevenueMonthRow {
  month: string;
  currency: string;
  invoiced: string;
  recognized: string;
  deferred: string;
}

/** Revenue by month and currency, of the months that the days from `from` until before `to` lie in, each month as a whole. */
export async function revenueByMonth(tx: Tx, from: string, to: string): Promise<RevenueMonthRow[]> {
  return tx.sql<RevenueMonthRow>(
    `with moved as (
       select date_trunc('month', day)::date as month, currency, code, sum(amount) as amount from journal_posting
       where organization_id = $1 and day < date_trunc('month', $3::date - 1) + interval '1 month'
         and code in ('deferred_revenue', 'revenue', 'rounding')
       group by 1, 2, 3
     )
     select to_char(m.month, 'YYYY-MM') as month, v.currency,
       -coalesce(sum(v.amount) filter (where v.month = m.month), 0) as invoiced,
       -coalesce(sum(v.amount) filter (where v.month = m.month and v.code = 'revenue'), 0) as recognized,
       -coalesce(sum(v.amount) filter (where v.code = 'deferred_revenue'), 0) as deferred
     from generate_series(date_trunc('month', $2::date), $3::date - 1, interval '1 month') as m (month)
     join moved v on v.month <= m.month
     group by m.month, v.currency order by m.month, v.currency`,
    [tx.organizationId, from, to],
  );
}

/** What a line became, or becomes, as revenue by month; what was taken back of it is in it. */
export interface RecognizedMonthRow {
  month: string;
  /** The last day on which something of it counts. */
  day: string;
  amount: string;
}

export async function recognizedMonths(tx: Tx, invoiceId: string, lineId: string): Promise<RecognizedMonthRow[]> {
  return tx.sql<RecognizedMonthRow>(
    `select to_char(day, 'YYYY-MM') as month, max(day) as day, -sum(amount) as amount from journal_posting
     where organization_id = $1 and invoice_id = $2 and line_id = $3 and code = 'revenue'
     group by 1 having sum(amount) <> 0 order by 1`,
    [tx.organizationId, invoiceId, lineId],
  );
}
