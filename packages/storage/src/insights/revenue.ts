import type { Tx } from "../database/tx.ts";
import { type CountedDays, counts } from "./counted-accounts.ts";
import { countedBy, DIGITS, spread } from "./recognized.ts";

/** A calendar month in one currency: the amount invoiced, the revenue, and the deferred amount at its end. */
export interface RevenueMonthRow {
  month: string;
  currency: string;
  invoiced: string;
  recognized: string;
  deferred: string;
}

/**
 * Revenue by month and currency, for the months that include days from `from` until before `to`. Each month is
 * complete.
 */
export async function revenueByMonth(tx: Tx, { from, to, withTestClocks }: CountedDays): Promise<RevenueMonthRow[]> {
  return tx.sql<RevenueMonthRow>(
    `with moved as (
       select date_trunc('month', day)::date as month, currency, code, sum(amount) as amount from journal_posting
       where organization_id = $1 and day < date_trunc('month', $3::date - 1) + interval '1 month'
         and code in ('deferred_revenue', 'revenue', 'rounding') and ${counts("account_id", "$4")}
       group by 1, 2, 3
     )
     select to_char(m.month, 'YYYY-MM') as month, v.currency,
       -coalesce(sum(v.amount) filter (where v.month = m.month), 0) as invoiced,
       -coalesce(sum(v.amount) filter (where v.month = m.month and v.code = 'revenue'), 0) as recognized,
       -coalesce(sum(v.amount) filter (where v.code = 'deferred_revenue'), 0) as deferred
     from generate_series(date_trunc('month', $2::date), $3::date - 1, interval '1 month') as m (month)
     join moved v on v.month <= m.month
     group by m.month, v.currency order by m.month, v.currency`,
    [tx.organizationId, from, to, withTestClocks],
  );
}

/** The recognized and future revenue of a line by month, less what was given back. */
export interface RecognizedMonthRow {
  month: string;
  /** The last day of the month with revenue of the line. */
  day: string;
  amount: string;
  /** The part of the amount that is revenue by the end of today. */
  recognized: string;
}

/** @param today the current day of the invoice */
export async function recognizedMonths(
  tx: Tx,
  { invoiceId, lineId, today }: { invoiceId: string; lineId: string; today: string },
): Promise<RecognizedMonthRow[]> {
  return tx.sql<RecognizedMonthRow>(
    `select to_char(day, 'YYYY-MM') as month, max(day) as day, -sum(amount) as amount,
       -sum(${countedBy("s", "$4::date")}) as recognized
     from (${spread("p.invoice_id = $2 and p.line_id = $3", "$5")}) as s
     group by 1 having sum(amount) <> 0 or sum(${countedBy("s", "$4::date")}) <> 0 order by 1`,
    [tx.organizationId, invoiceId, lineId, today, DIGITS],
  );
}
