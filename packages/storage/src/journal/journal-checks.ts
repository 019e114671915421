import type { Tx } from "../database/tx.ts";

/** Entries whose postings do not sum to zero, at most 20. */
export async function unbalancedEntries(tx: Tx): Promise<{ entryId: string; currency: string; sum: string }[]> {
  return tx.sql<{ entryId: string; currency: string; sum: string }>(
    `select entry_id, min(currency) as currency, sum(amount) as sum from journal_posting where organization_id = $1
     group by entry_id having sum(amount) <> 0 order by entry_id limit 20`,
    [tx.organizationId],
  );
}

/** A figure of an invoice according to the journal and according to the invoice. */
export interface MisbookedInvoiceRow {
  id: string;
  number: string;
  currency: string;
  member: "receivable" | "bad_debt" | "tax" | "revenue" | "deferred_revenue";
  booked: string;
  expected: string;
}

/** Invoices that disagree with the journal, at most 20. */
export async function misbookedInvoices(tx: Tx): Promise<MisbookedInvoiceRow[]> {
  return tx.sql<MisbookedInvoiceRow>(
    `with booked as (
       select invoice_id,
         coalesce(sum(amount) filter (where code = 'receivable'), 0) as receivable,
         coalesce(sum(amount) filter (where code = 'bad_debt'), 0) as bad_debt,
         -coalesce(sum(amount) filter (where code = 'tax'), 0) as tax,
         -coalesce(sum(amount) filter (where code in ('deferred_revenue', 'revenue', 'credit_sold', 'rounding')), 0) as revenue,
         coalesce(sum(amount) filter (where code = 'deferred_revenue'), 0) as deferred_revenue
       from journal_posting where organization_id = $1 and invoice_id is not null group by invoice_id
     )
     select i.id, i.number, i.currency, told.member, told.booked, told.expected
     from invoice i
     left join booked b on b.invoice_id = i.id
     left join (select invoice_id, sum(subtotal) as subtotal, sum(tax) as tax from credit_note
       where organization_id = $1 group by invoice_id) as n on n.invoice_id = i.id
     cross join lateral (values
       ('receivable', coalesce(b.receivable, 0),
         case when i.status in ('void', 'uncollectible') then 0 else i.total - i.credits_applied - i.amount_paid end),
       ('bad_debt', coalesce(b.bad_debt, 0),
         case when i.status = 'uncollectible' then i.total - i.credits_applied - i.amount_paid else 0 end),
       ('tax', coalesce(b.tax, 0), case when i.status = 'void' then 0 else i.tax - coalesce(n.tax, 0) end),
       ('revenue', coalesce(b.revenue, 0), case when i.status = 'void' then 0 else i.subtotal - coalesce(n.subtotal, 0) end),
       -- All deferred revenue becomes revenue in the end.
       ('deferred_revenue', coalesce(b.deferred_revenue, 0), 0)
     ) as told (member, booked, expected)
     where i.organization_id = $1 and i.number is not null and told.booked <> told.expected
     order by i.id, told.member limit 20`,
    [tx.organizationId],
  );
}

/** Accounts whose credit in the journal differs from their ledger, at most 20. */
export async function misbookedCredit(
  tx: Tx,
  code: "account_credit" | "prepaid_credit",
): Promise<{ accountId: string; currency: string; booked: string; expected: string }[]> {
  return tx.sql<{ accountId: string; currency: string; booked: string; expected: string }>(
    `select account_id, currency, sum(booked) as booked, sum(expected) as expected
     from (
       select account_id, currency, -amount as booked, 0 as expected from journal_posting
       where organization_id = $1 and code = $2
       union all
       select account_id, currency, 0, amount from account_credit_entry
       where organization_id = $1 and currency is not null and (credit_grant_id is not null) = ($2 = 'prepaid_credit')
     ) as moved
     group by account_id, currency having sum(booked) <> sum(expected) order by account_id, currency limit 20`,
    [tx.organizationId, code],
  );
}

/** Accounts where the money received according to the journal differs from their payments, at most 20. */
export async function misbookedCash(
  tx: Tx,
): Promise<{ accountId: string; currency: string; booked: string; expected: string }[]> {
  return tx.sql<{ accountId: string; currency: string; booked: string; expected: string }>(
    `select account_id, currency, sum(booked) as booked, sum(expected) as expected
     from (
       select account_id, currency, amount as booked, 0 as expected from journal_posting
       where organization_id = $1 and code = 'cash'
       union all
       select account_id, currency, 0, amount - refunded_amount from payment
       where organization_id = $1 and status = 'succeeded'
     ) as moved
     group by account_id, currency having sum(booked) <> sum(expected) order by account_id, currency limit 20`,
    [tx.organizationId],
  );
}
