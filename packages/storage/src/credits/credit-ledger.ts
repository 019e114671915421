import type { Tx } from "../database/tx.ts";
import { type ListFields, type ListPage, type ListQuery, listRows } from "../lists/list.ts";
import type { AccountCreditEntry } from "./account-credit.ts";
import { PLACES, TAKES_OWN } from "./places.ts";
import type { StoredDrawnLine } from "./stored-drawn-line.ts";

/** The kind of an entry. Older entries do not store it, so it follows from their conversion or sign. */
const KIND = `coalesce(account_credit_entry.kind, case when account_credit_entry.credit_conversion_id is not null
  then 'converted' when account_credit_entry.amount < 0 then 'used' else 'given' end)`;

export const CREDIT_LEDGER_FIELDS: ListFields = {
  id: { type: "text", sql: "account_credit_entry.id" },
  kind: { type: "text", sql: KIND },
  currency: { type: "text", sql: "account_credit_entry.currency" },
  metricId: { type: "text", sql: "account_credit_entry.metric_id" },
  amount: { type: "decimal", sql: "account_credit_entry.amount" },
  invoiceId: { type: "text", sql: "account_credit_entry.invoice_id" },
  creditNoteId: { type: "text", sql: "account_credit_entry.credit_note_id" },
  creditGrantId: { type: "text", sql: "account_credit_entry.credit_grant_id" },
  creditConversionId: { type: "text", sql: "account_credit_entry.credit_conversion_id" },
  createdAt: { type: "instant", sql: "account_credit_entry.created_at" },
};

/** Whose ledger: an account's or a grant's. */
export type LedgerOf = { readonly accountId: string } | { readonly creditGrantId: string };

/** One page of a ledger, in the order of writing. */
export function listCreditEntries(tx: Tx, of: LedgerOf, query: ListQuery): Promise<ListPage<AccountCreditEntry>> {
  const fields = {
    ...CREDIT_LEDGER_FIELDS,
    accountId: { type: "text", sql: "account_credit_entry.account_id" } as const,
  };
  const [[field, value] = ["id", ""]] = Object.entries(of);
  const filters = [...query.filters, { field, operator: "eq", value } as const];
  return listRows<AccountCreditEntry>(tx, { table: "account_credit_entry", fields }, { ...query, filters });
}

/** What an invoice drew from grants, less what this or later documents gave back, in the order of drawing. */
export interface InvoiceDraw {
  creditGrantId: string;
  /** Null if the grant is of money. */
  metricId: string | null;
  /** In the grant's currency or units. */
  amount: string;
  /** The amount by which it reduced the invoice. */
  amountPaid: string;
  /** What it paid of each line, in the order of drawing; null for draws of an earlier release. */
  lines: readonly StoredDrawnLine[] | null;
}

export async function findInvoiceDraws(tx: Tx, invoiceId: string): Promise<InvoiceDraw[]> {
  return tx.sql<InvoiceDraw>(
    `select credit_grant_id, metric_id, sum(amount) as amount, sum(amount_paid) as amount_paid,
       jsonb_agg(jsonb_build_object('lineId', line_id, 'amount', amount::text, 'amountPaid', amount_paid::text)
         order by entry_id, place) filter (where line_id is not null) as lines
     from (
       select e.credit_grant_id, e.metric_id, part.line_id, -sum(part.amount) as amount, sum(part.amount_paid) as amount_paid,
         min(e.id) as entry_id, min(part.place) as place
       from account_credit_entry e
       cross join lateral (
         select line ->> 'lineId' as line_id, (line ->> 'amount')::numeric as amount,
           (line ->> 'amountPaid')::numeric as amount_paid, place
         from jsonb_array_elements(e.lines) with ordinality as of_line (line, place)
         union all
         select null, e.amount, e.amount_paid, 0 where e.lines is null
       ) as part
       where e.organization_id = $1 and e.credit_grant_id is not null
         -- An amount that an invoice below zero returned belongs to the invoice that it gives back from.
         and (e.invoice_id = $2 and e.source_invoice_id is null or e.source_invoice_id = $2)
       group by e.credit_grant_id, e.metric_id, part.line_id having sum(part.amount) <> 0
     ) as drawn
     group by credit_grant_id, metric_id order by min(entry_id)`,
    [tx.organizationId, invoiceId],
  );
}

/**
 * The money that paid invoices and was not given back: payments and account credit, less what credit notes and later
 * invoices gave back. Below zero if a credit note gave back what was never paid.
 */
export async function findMoneyLeft(tx: Tx, invoiceIds: readonly string[]): Promise<{ id: string; money: string }[]> {
  if (invoiceIds.length === 0) return [];
  return tx.sql<{ id: string; money: string }>(
    `with ${PLACES} select i.id, i.amount_paid + i.credits_applied
       - (select coalesce(sum(e.amount_paid), 0) from account_credit_entry e
           where e.organization_id = $1 and e.invoice_id = i.id and e.credit_grant_id is not null
             and e.source_invoice_id is null)
       - (select coalesce(sum(e.amount), 0) from place p
           join account_credit_entry e on e.organization_id = $1 and e.source_invoice_id = p.id and e.kind = 'given'
           where p.root = i.id)
       - (select coalesce(sum(e.amount), 0) from credit_note n
           join account_credit_entry e on e.organization_id = $1 and e.account_id = n.account_id and e.credit_note_id = n.id
             and e.kind = 'credit_note'
           where n.organization_id = $1 and n.invoice_id = i.id) as money
     from invoice i where i.organization_id = $1 and i.id = any($2)`,
    [tx.organizationId, invoiceIds],
  );
}

/** What is left of invoices after their credit notes and what later invoices gave back of them. */
export async function findLeftOfInvoices(
  tx: Tx,
  invoiceIds: readonly string[],
): Promise<{ id: string; left: string }[]> {
  if (invoiceIds.length === 0) return [];
  return tx.sql<{ id: string; left: string }>(
    `with ${PLACES} select i.id, i.total
       - (select coalesce(sum(n.total), 0) from credit_note n where n.organization_id = $1 and n.invoice_id = i.id)
       - (select coalesce(sum(coalesce(-e.amount_paid, e.amount)), 0) from place p
           join account_credit_entry e on e.organization_id = $1 and e.source_invoice_id = p.id and e.invoice_id is not null
             and e.kind in ('given', 'returned')
           where p.root = i.id) as left
     from invoice i where i.organization_id = $1 and i.id = any($2)`,
    [tx.organizationId, invoiceIds],
  );
}

/**
 * The account credit that credit notes and later invoices gave for invoices, less the account credit that reduced these
 * invoices after they were issued or when they replaced a void invoice. Below zero if that credit came from elsewhere.
 */
export async function findCreditGiven(tx: Tx, invoiceIds: readonly string[]): Promise<{ id: string; given: string }[]> {
  if (invoiceIds.length === 0) return [];
  return tx.sql<{ id: string; given: string }>(
    `with ${PLACES} select i.id,
       (select coalesce(sum(e.amount), 0) from place p
         join account_credit_entry e on e.organization_id = $1 and e.source_invoice_id = p.id and e.kind = 'given'
         where p.root = i.id)
       + (select coalesce(sum(e.amount), 0) from account_credit_entry e
           where e.organization_id = $1 and e.invoice_id = i.id and ${TAKES_OWN})
       + (select coalesce(sum(n.amount_credited), 0) from credit_note n
           where n.organization_id = $1 and n.invoice_id = i.id) as given
     from invoice i where i.organization_id = $1 and i.id = any($2)`,
    [tx.organizationId, invoiceIds],
  );
}

/** The unpaid invoices of an account in a currency, each with its amount due. */
export async function findUnpaidInvoices(
  tx: Tx,
  accountId: string,
  currency: string,
): Promise<{ id: string; due: string }[]> {
  return tx.sql<{ id: string; due: string }>(
    `select id, total - credits_applied - amount_paid as due from invoice
     where organization_id = $1 and account_id = $2 and currency = $3 and status in ('issued', 'overdue', 'uncollectible')
     order by billing_date, id`,
    [tx.organizationId, accountId, currency],
  );
}

/** What paid an invoice after it was issued, apart from payments and credit notes. */
export async function appliedSinceIssue(tx: Tx, invoiceId: string): Promise<string> {
  const [row] = await tx.sql<{ applied: string }>(
    `select coalesce(-sum(amount), 0) as applied from account_credit_entry
     where organization_id = $1 and invoice_id = $2 and kind = 'applied'`,
    [tx.organizationId, invoiceId],
  );
  return row?.applied ?? "0";
}

/** Whether later documents returned to grants what the grants had paid of an invoice. */
export async function hasReturnedToGrants(tx: Tx, invoiceId: string): Promise<boolean> {
  const rows = await tx.sql(
    `with ${PLACES} select from place p
     join account_credit_entry e on e.organization_id = $1 and e.source_invoice_id = p.id and e.credit_grant_id is not null limit 1`,
    [tx.organizationId, [invoiceId]],
  );
  return rows.length > 0;
}
