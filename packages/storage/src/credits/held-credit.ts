import { listOf } from "../database/list-of.ts";
import type { Tx } from "../database/tx.ts";
import { placesOf, TAKES_OWN } from "./places.ts";

/** Account credit that is held for a draft: it had reduced the void invoice that the draft bills again. */
export interface HeldCredit {
  /** The draft. */
  invoiceId: string;
  accountId: string;
  currency: string;
  amount: string;
}

/**
 * What is held for drafts of the accounts `$2`, as tables of a `with` clause. It is calculated, not stored: the credit
 * that had reduced the void invoice and was given back is held for the replacing draft until the draft is issued or
 * deleted.
 */
export const HELD = `${placesOf(`account_id = any(${listOf(2)}) and status = 'draft' and replaces_invoice_id is not null`)},
  held as (
    select d.id as invoice_id, d.account_id, d.currency, least(r.amount, g.amount) as amount
    from place p join invoice d on d.organization_id = $1 and d.id = p.root,
      lateral (select coalesce(-sum(e.amount), 0) as amount from account_credit_entry e
        where e.organization_id = $1 and e.invoice_id = d.replaces_invoice_id and ${TAKES_OWN}) as r,
      lateral (select coalesce(sum(e.amount), 0) as amount from place b
        join account_credit_entry e on e.organization_id = $1 and e.source_invoice_id = b.id and e.kind = 'given'
        where b.root = d.id) as g
    where p.id = p.root and r.amount > 0 and g.amount > 0
  )`;

export async function findHeldCredit(tx: Tx, accountIds: readonly string[]): Promise<HeldCredit[]> {
  return tx.sql<HeldCredit>(`with ${HELD} select * from held order by invoice_id`, [tx.organizationId, accountIds]);
}
