import type { Tx } from "../database/tx.ts";
import type { InvoiceRow } from "../invoices/invoice-row.ts";
import { PLACES } from "./places.ts";

/** The invoices of an account in a currency that were written off and are unpaid, oldest first. */
export async function findWrittenOff(tx: Tx, accountId: string, currency: string): Promise<string[]> {
  const rows = await tx.sql<{ id: string }>(
    `select id from invoice
     where organization_id = $1 and account_id = $2 and currency = $3 and status = 'uncollectible'
     order by billing_date, id`,
    [tx.organizationId, accountId, currency],
  );
  return rows.map(({ id }) => id);
}

/**
 * Locks until commit those of these invoices that no other transaction holds. It must not wait: the caller already
 * holds the account, which comes after invoices in the lock order.
 */
export async function lockFreeInvoices(tx: Tx, ids: readonly string[]): Promise<InvoiceRow[]> {
  return tx.sql<InvoiceRow>(
    "select * from invoice where organization_id = $1 and id = any($2) order by id for no key update skip locked",
    [tx.organizationId, ids],
  );
}

/** The part of an ID after its prefix ascends in the order of creation. */
const orderOf = (id: string) => `split_part(${id}, '_', 2) collate "C"`;

/**
 * How much of the account credit that these invoices gave back another invoice may have spent: the account credit that
 * it used after the credit was given and before the invoice was written off, less what it had already returned.
 * `returned` is what it returns now, which the ledger already includes. Returned amounts count first as credit, then as
 * money.
 */
export async function findSpentCredit(
  tx: Tx,
  invoiceIds: readonly string[],
  spent: { readonly by: string; readonly returned: string },
): Promise<{ id: string; spent: string }[]> {
  return tx.sql<{ id: string; spent: string }>(
    `with ${PLACES}, given as (
       select p.root, e.id, e.amount from place p
       join account_credit_entry e on e.organization_id = $1 and e.source_invoice_id = p.id and e.kind = 'given'
       union all
       select n.invoice_id, e.id, n.amount_credited from credit_note n
       join account_credit_entry e on e.organization_id = $1 and e.account_id = n.account_id and e.credit_note_id = n.id
         and e.kind = 'credit_note'
       where n.organization_id = $1 and n.invoice_id = any($2) and n.amount_credited > 0
     ), own as (
       select * from account_credit_entry
       where organization_id = $1 and invoice_id = $3 and credit_grant_id is null and credit_note_id is null
     )
     select i.id, used.amount - back.amount + $4::numeric as spent
     from invoice i,
       lateral (select coalesce(-sum(e.amount), 0) as amount from own e
         where (e.kind is null or e.kind = 'applied') and e.source_invoice_id is null
           and ${orderOf("e.id")} > (select min(${orderOf("g.id")}) from given g where g.root = i.id)
           and ${orderOf("e.id")} < (select max(${orderOf("j.id")}) from journal_entry j
             where j.organization_id = $1 and j.invoice_id = i.id and j.kind = 'invoice_uncollectible')) as used,
       (select (select coalesce(sum(g.amount), 0) from given g where g.root = $3)
          -- An amount that was given back of the invoice and reduced it was not credit that it had spent.
          + (select coalesce(sum(e.amount), 0) from own e where e.kind = 'returned' or e.source_invoice_id is not null)
          as amount) as back
     where i.organization_id = $1 and i.id = any($2) and i.id <> $3`,
    [tx.organizationId, [...invoiceIds, spent.by], spent.by, spent.returned],
  );
}
