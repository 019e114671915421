import type { Tx } from "../database/tx.ts";

/** Kinds of lines that are for usage. */
const USAGE_KINDS = "('usage', 'correction')";

/** What lines for usage became as revenue on the days from `from` until before `to`, less what was given back of it. */
export async function usageRevenueByMonth(
  tx: Tx,
  from: string,
  to: string,
): Promise<{ month: string; currency: string; amount: string }[]> {
  return tx.sql<{ month: string; currency: string; amount: string }>(
    `select to_char(day, 'YYYY-MM') as month, currency, -sum(amount) as amount
     from (
       select p.day, p.currency, sum(p.amount) as amount
       from journal_posting p
       join invoice_line l on l.organization_id = $1 and l.id = p.line_id and l.kind in ${USAGE_KINDS}
       where p.organization_id = $1 and p.day >= $2 and p.day < $3 and p.code = 'revenue'
       group by p.day, p.currency
     ) as of_day
     group by 1, 2`,
    [tx.organizationId, from, to],
  );
}

/** What became revenue in a month, what credit notes and voids took back, and what is left. */
export interface NetRevenueRow {
  month: string;
  currency: string;
  revenue: string;
  creditNotes: string;
  voided: string;
  net: string;
}

export async function netRevenueByMonth(tx: Tx, from: string, to: string): Promise<NetRevenueRow[]> {
  return tx.sql<NetRevenueRow>(
    `select to_char(day, 'YYYY-MM') as month, currency,
       -coalesce(sum(amount) filter (where kind = 'revenue_recognized'), 0) as revenue,
       coalesce(sum(amount) filter (where kind = 'credit_note_issued'), 0) as credit_notes,
       coalesce(sum(amount) filter (where kind = 'invoice_voided'), 0) as voided,
       -sum(amount) as net
     from (
       select day, currency, kind, sum(amount) as amount from journal_posting
       where organization_id = $1 and code = 'revenue' and day >= $2 and day < $3 group by day, currency, kind
     ) as of_day
     group by 1, 2 order by 1, 2`,
    [tx.organizationId, from, to],
  );
}

/** An account with its revenue of some days, and that of all accounts in the currency. */
export interface TopAccountRow {
  accountId: string;
  name: string;
  currency: string;
  revenue: string;
  total: string;
}

interface TopAccountsQuestion {
  readonly from: string;
  readonly to: string;
  readonly currency: string | null;
  readonly limit: number;
}

/** The accounts with the most revenue in each currency, at most `limit` of each. */
export async function topAccounts(
  tx: Tx,
  { from, to, currency, limit }: TopAccountsQuestion,
): Promise<TopAccountRow[]> {
  return tx.sql<TopAccountRow>(
    `select t.account_id, a.name, t.currency, t.revenue, t.total
     from (
       select account_id, currency, -sum(amount) as revenue, -sum(sum(amount)) over (partition by currency) as total,
         row_number() over (partition by currency order by sum(amount), account_id) as place
       from journal_posting
       where organization_id = $1 and code = 'revenue' and day >= $2 and day < $3 and ($4::text is null or currency = $4)
       group by account_id, currency
     ) as t
     join account a on a.organization_id = $1 and a.id = t.account_id
     where t.place <= $5 and t.revenue > 0 order by t.currency, t.place`,
    [tx.organizationId, from, to, currency, limit],
  );
}

/** A line with what it became as revenue on some days. */
export interface RevenueLineRow {
  lineId: string;
  invoiceId: string;
  accountId: string;
  kind: string;
  description: string;
  currency: string;
  amount: string;
}

/** Which lines; null asks for nothing. */
export interface RevenueLineSelection {
  readonly from: string;
  readonly to: string;
  readonly currency: string | null;
  readonly accountId: string | null;
  /** Whether only lines for usage are asked for. */
  readonly isUsage: boolean;
}

/** The lines that make revenue, by id, after one. */
export async function revenueLines(
  tx: Tx,
  { from, to, currency, accountId, isUsage }: RevenueLineSelection,
  after: string,
  limit: number,
): Promise<RevenueLineRow[]> {
  return tx.sql<RevenueLineRow>(
    `select e.line_id, l.invoice_id, e.account_id, l.kind, l.description, e.currency, e.amount
     from (
       select line_id, account_id, currency, -sum(amount) as amount from journal_posting
       where organization_id = $1 and code = 'revenue' and day >= $2 and day < $3 and line_id > $6
         and ($4::text is null or currency = $4) and ($5::text is null or account_id = $5)
       group by line_id, account_id, currency having sum(amount) <> 0
     ) as e
     join invoice_line l on l.organization_id = $1 and l.id = e.line_id and (not $7 or l.kind in ${USAGE_KINDS})
     order by e.line_id limit $8`,
    [tx.organizationId, from, to, currency, accountId, after, isUsage, limit],
  );
}
