import { listOf } from "../database/list-of.ts";

/**
 * Maps each invoice (`root`) to itself and to the void invoices that it replaces (`id`): what was given back of a void
 * invoice counts as given back of its replacement. `roots` is the condition that chooses the invoices.
 */
export function placesOf(roots: string): string {
  return `recursive place as (
    select id as root, id, replaces_invoice_id as before from invoice where organization_id = $1 and ${roots}
    union all
    select p.root, i.id, i.replaces_invoice_id from place p join invoice i on i.organization_id = $1 and i.id = p.before
  )`;
}

/** The same for the invoices with the IDs `$2`. */
export const PLACES = placesOf(`id = any(${listOf(2)})`);

/**
 * A condition on an entry `e`: account credit that reduced its invoice, either after the invoice was issued or when it
 * replaced a void one. In these cases the credit that was given back of the invoice itself is used first.
 */
export const TAKES_OWN = `e.credit_grant_id is null
  and (e.kind = 'applied' or e.kind is null and e.source_invoice_id is not null)`;
