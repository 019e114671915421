/**
 * Invoices (`root`), each with itself and with the void ones that it bills again (`id`): what was given back of a void invoice is given
 * back of the one in its place. `roots` is the condition that chooses them.
 */
export function placesOf(roots: string): string {
  return `recursive place as (
    select id as root, id, replaces_invoice_id as before from invoice where organization_id = $1 and ${roots}
    union all
    select p.root, i.id, i.replaces_invoice_id from place p join invoice i on i.organization_id = $1 and i.id = p.before
  )`;
}

/** The same of the invoices with these ids. */
export const PLACES = placesOf("id = any($2)");

/**
 * Of an entry `e`: it takes off its invoice, after this was issued or as it was issued in the place of a void one. Account credit that was
 * given back of the invoice does so first.
 */
export const TAKES_OWN = `e.credit_grant_id is null
  and (e.kind = 'applied' or e.kind is null and e.source_invoice_id is not null)`;
