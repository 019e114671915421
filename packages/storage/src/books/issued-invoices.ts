import type { Tx } from "../database/tx.ts";
import type { InvoiceLineRow, InvoiceRow } from "../invoices/invoice-row.ts";
import type { InvoiceStatus } from "../checks.gen.ts";

/** Which invoices to check: all, or those issued in [from, to). Includes skipped invoices with a zero amount. */
export interface IssuedRange {
  readonly from: string | null;
  readonly to: string | null;
}

const IN_RANGE = `status <> 'draft' and coalesce(issue_date, updated_at) >= coalesce($2::timestamptz, '-infinity')
  and coalesce(issue_date, updated_at) < coalesce($3::timestamptz, 'infinity')`;

export async function countIssuedInvoices(tx: Tx, { from, to }: IssuedRange): Promise<number> {
  const [row] = await tx.sql<{ count: string }>(
    `select count(*) as count from invoice where organization_id = $1 and ${IN_RANGE}`,
    [tx.organizationId, from, to],
  );
  return Number(row?.count ?? 0);
}

/** The invoices after an ID, ordered by ID, with their number of lines. */
export async function issuedInvoicesAfter(
  tx: Tx,
  { from, to }: IssuedRange,
  id: string,
  limit: number,
): Promise<{ id: string; lines: number }[]> {
  return tx.sql<{ id: string; lines: number }>(
    `select i.id, (select count(*)::integer from invoice_line l where l.organization_id = $1 and l.invoice_id = i.id) as lines
     from (select id from invoice where organization_id = $1 and id > $4 and ${IN_RANGE} order by id limit $5) as i
     order by i.id`,
    [tx.organizationId, from, to, id, limit],
  );
}

/** An issued invoice with its ledger entries and audit record. */
export interface BookedInvoiceRow extends Omit<InvoiceRow, "status"> {
  status: InvoiceStatus;
  /** The sum of its entries in the account credit ledger, negative for credit that it used, in any currency or unit. */
  ledger: string;
  /** For an invoice below zero: where its amount went according to the ledger, by destination. */
  ledgerParts: Record<string, string> | null;
  /** What issuing changed according to the audit log, by member; null if there is no record. */
  issued: Record<string, { after: unknown }> | null;
  /** What happened to it later, according to the audit log. */
  wasVoided: boolean;
  wasGivenUp: boolean;
  /** The time of the account's test clock; null if the account uses the system's time. */
  clockTime: string | null;
  /** What payments paid of it, less refunds. */
  paid: string;
}

/**
 * The amounts by which an invoice reduced other invoices, what it returned to grants, and the rest, which became
 * account credit.
 */
const LEDGER_PARTS = `select jsonb_object_agg(went.to, went.amount::text) from (
    select coalesce('invoice ' || e.reduced, 'credit_grant ' || e.credit_grant_id, 'account_credit') as to, sum(e.amount) as amount
    from (
      select null as reduced, credit_grant_id, coalesce(-amount_paid, amount) as amount from account_credit_entry
        where organization_id = $1 and account_id = i.account_id and invoice_id = i.id
          and (kind is null or kind = 'given' or (kind = 'returned' and credit_grant_id is not null))
      union all
      select part.reduced, null, part.amount from account_credit_entry a,
        lateral (values (a.invoice_id, -a.amount), (null, a.amount)) as part (reduced, amount)
        where a.organization_id = $1 and a.source_invoice_id = i.id and a.kind = 'applied'
    ) as e group by 1
  ) as went where went.amount <> 0`;

/** The invoices with these IDs, whatever their status, each with its ledger sums, read in one statement. */
export async function findBookedInvoices(tx: Tx, ids: readonly string[]): Promise<BookedInvoiceRow[]> {
  return tx.sql<BookedInvoiceRow>(
    `select i.*,
       (select coalesce(sum(coalesce(-e.amount_paid, e.amount)), 0) from account_credit_entry e
         where e.organization_id = $1 and e.account_id = i.account_id and e.invoice_id = i.id
           and e.kind is distinct from 'payment') as ledger,
       case when i.total < 0 and i.status <> 'void' then (${LEDGER_PARTS}) end as ledger_parts,
       (select a.changes from audit_entry a
         where a.organization_id = $1 and a.object_id = i.id and a.action = 'invoice.issued' limit 1) as issued,
       exists (select from audit_entry a
         where a.organization_id = $1 and a.object_id = i.id and a.action = 'invoice.voided') as was_voided,
       exists (select from audit_entry a
         where a.organization_id = $1 and a.object_id = i.id and a.action = 'invoice.marked_uncollectible') as was_given_up,
       (select c.frozen_time from test_clock c where c.organization_id = $1 and c.id = i.test_clock_id) as clock_time,
       (select coalesce(sum(p.applied_amount - p.refunded_amount + p.refunded_credit_amount), 0) from payment p
         where p.organization_id = $1 and p.invoice_id = i.id and p.status = 'succeeded') as paid
     from invoice i where i.organization_id = $1 and i.id = any($2) order by i.id`,
    [tx.organizationId, ids],
  );
}

/** A line of an invoice that is not a draft, and when that invoice was issued or skipped. */
export type StandingLineRow = Pick<InvoiceLineRow, "id" | "quantity" | "amount"> & { issuedAt: string };

/** The lines with these IDs whose invoice is not a draft. */
export async function findStandingLines(tx: Tx, ids: readonly string[]): Promise<StandingLineRow[]> {
  if (ids.length === 0) return [];
  return tx.sql<StandingLineRow>(
    `select l.id, l.quantity, l.amount, coalesce(i.issue_date, i.updated_at) as issued_at from invoice_line l
     join invoice i on i.organization_id = $1 and i.id = l.invoice_id and i.status <> 'draft'
     where l.organization_id = $1 and l.id = any($2)`,
    [tx.organizationId, ids],
  );
}
