import type { Tx } from "../database/tx.ts";
import { type CountedDays, counts, type TotalRow } from "./counted-accounts.ts";
import { DIGITS, REVENUE_OF_DAYS } from "./recognized.ts";

/** The kinds of usage lines. */
const USAGE_KINDS = "('usage', 'correction')";

/** The revenue postings of the days and accounts that count. Its parameters are `$1` to `$5`. */
const COUNTED = `select * from (${REVENUE_OF_DAYS}) as of_days where ${counts("account_id", "$5")}`;

/** The revenue from usage lines on these days, less what was given back. */
export async function usageRevenueByMonth(
  tx: Tx,
  { from, to, withTestClocks }: CountedDays,
): Promise<{ month: string; currency: string; amount: string }[]> {
  return tx.sql<{ month: string; currency: string; amount: string }>(
    `select to_char(day, 'YYYY-MM') as month, currency, -sum(amount) as amount
     from (
       select p.day, p.currency, sum(p.amount) as amount
       from (${COUNTED}) as p
       join invoice_line l on l.organization_id = $1 and l.id = p.line_id and l.kind in ${USAGE_KINDS}
       group by p.day, p.currency
     ) as of_day
     group by 1, 2`,
    [tx.organizationId, from, to, DIGITS, withTestClocks],
  );
}

/** The revenue of a month, what credit notes and voids took back, and the rest. */
export interface NetRevenueRow {
  month: string;
  currency: string;
  revenue: string;
  creditNotes: string;
  voided: string;
  net: string;
}

export async function netRevenueByMonth(tx: Tx, { from, to, withTestClocks }: CountedDays): Promise<NetRevenueRow[]> {
  return tx.sql<NetRevenueRow>(
    `select to_char(day, 'YYYY-MM') as month, currency,
       -coalesce(sum(amount) filter (where kind = 'revenue_recognized'), 0) as revenue,
       coalesce(sum(amount) filter (where kind = 'credit_note_issued'), 0) as credit_notes,
       coalesce(sum(amount) filter (where kind = 'invoice_voided'), 0) as voided,
       -sum(amount) as net
     from (select day, currency, kind, sum(amount) as amount from (${COUNTED}) as p group by day, currency, kind) as of_day
     group by 1, 2 order by 1, 2`,
    [tx.organizationId, from, to, DIGITS, withTestClocks],
  );
}

/** An account with its revenue of some days, and the revenue of all accounts in the currency. */
export interface TopAccountRow {
  accountId: string;
  name: string;
  currency: string;
  revenue: string;
  total: string;
}

interface TopAccountsQuestion extends CountedDays {
  readonly currency: string | null;
  readonly limit: number;
}

/** The accounts with the most revenue, at most `limit` per currency. */
export async function topAccounts(
  tx: Tx,
  { from, to, withTestClocks, currency, limit }: TopAccountsQuestion,
): Promise<TopAccountRow[]> {
  return tx.sql<TopAccountRow>(
    `select t.account_id, a.name, t.currency, t.revenue, t.total
     from (
       select account_id, currency, -sum(amount) as revenue, -sum(sum(amount)) over (partition by currency) as total,
         row_number() over (partition by currency order by sum(amount), account_id) as place
       from (${COUNTED}) as p where ($6::text is null or currency = $6)
       group by account_id, currency
     ) as t
     join account a on a.organization_id = $1 and a.id = t.account_id
     where t.place <= $7 and t.revenue > 0 order by t.currency, t.place`,
    [tx.organizationId, from, to, DIGITS, withTestClocks, currency, limit],
  );
}

/** A line with its revenue on some days. */
export interface RevenueLineRow {
  lineId: string;
  invoiceId: string;
  accountId: string;
  kind: string;
  description: string;
  currency: string;
  amount: string;
}

/** Which lines; null matches everything. */
export interface RevenueLineSelection extends CountedDays {
  readonly currency: string | null;
  readonly accountId: string | null;
  /** Whether to select only usage lines. */
  readonly isUsage: boolean;
}

/** The lines with revenue on the days. An account that is named counts in any case. */
const LINES = `
  select e.line_id, l.invoice_id, e.account_id, l.kind, l.description, e.currency, e.amount
  from (
    select line_id, account_id, currency, -sum(amount) as amount from (${REVENUE_OF_DAYS}) as p
    where line_id > $9 and ($6::text is null or currency = $6)
      and case when $7::text is null then ${counts("account_id", "$5")} else account_id = $7 end
    group by line_id, account_id, currency having sum(amount) <> 0
  ) as e
  join invoice_line l on l.organization_id = $1 and l.id = e.line_id and (not $8 or l.kind in ${USAGE_KINDS})`;

/** The parameters of `LINES`. */
function ofLines(tx: Tx, selection: RevenueLineSelection, after: string): unknown[] {
  const { from, to, withTestClocks, currency, accountId, isUsage } = selection;
  return [tx.organizationId, from, to, DIGITS, withTestClocks, currency, accountId, isUsage, after];
}

/** The lines with revenue after an ID, ordered by ID. */
export async function revenueLines(
  tx: Tx,
  selection: RevenueLineSelection,
  after: string,
  limit: number,
): Promise<RevenueLineRow[]> {
  const parameters = [...ofLines(tx, selection, after), limit];
  return tx.sql<RevenueLineRow>(`${LINES} order by e.line_id limit $10`, parameters);
}

/** All lines of the selection, summed by currency. */
export async function revenueLineTotals(tx: Tx, selection: RevenueLineSelection): Promise<TotalRow[]> {
  return tx.sql<TotalRow>(
    `select currency, count(*) as count, sum(amount) as amount from (${LINES}) as line group by currency order by currency`,
    ofLines(tx, selection, ""),
  );
}
