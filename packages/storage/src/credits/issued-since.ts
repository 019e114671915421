import type { Tx } from "../database/tx.ts";

/** An issued invoice, what prepaid grants paid of it, what is still owed, and the usage that it bills. */
export interface IssuedUse {
  readonly issuedAt: string;
  readonly currency: string;
  readonly drawn: string;
  readonly owed: string;
  /** The sum of its charges. */
  readonly charged: string;
  /** Its lines of usage, by the time in which they were used. */
  readonly usage: readonly { readonly amount: string; readonly start: string; readonly end: string }[];
}

/** The invoices of an account that were issued after an instant and are not void, without purchases of credit. */
export async function findIssuedSince(tx: Tx, accountId: string, since: string): Promise<IssuedUse[]> {
  return tx.sql<IssuedUse>(
    `select i.issue_date as issued_at, i.currency, i.total - i.credits_applied - i.amount_paid as owed,
       coalesce((select -sum(e.amount) from account_credit_entry e
         where e.organization_id = $1 and e.invoice_id = i.id and e.credit_grant_id is not null and e.currency = i.currency), 0) as drawn,
       l.charged, l.usage
     from invoice i
     cross join lateral (
       select coalesce(sum(amount), 0) as charged,
         coalesce(json_agg(json_build_object('amount', amount::text, 'start', period_start::timestamp at time zone i.timezone,
           'end', period_end::timestamp at time zone i.timezone)) filter (where kind in ('usage', 'correction')), '[]') as usage
       from invoice_line where organization_id = $1 and invoice_id = i.id and adjustment_id is null
     ) as l
     where i.organization_id = $1 and i.account_id = $2 and i.issue_date > $3 and i.status in ('issued', 'paid', 'overdue', 'uncollectible')
       and not exists (select from credit_top_up t where t.organization_id = $1 and t.invoice_id = i.id)`,
    [tx.organizationId, accountId, since],
  );
}
