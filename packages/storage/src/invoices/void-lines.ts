import { countsFromOf } from "./counts-from.ts";
import { inSameAccount, isLimitOver, isSettledAgain } from "../billing/later-lines.ts";
import type { Tx } from "../database/tx.ts";
import type { InvoiceRow } from "./invoice-row.ts";

/** Marks the lines of a void invoice as void. Their periods can be billed again and need no corrections. */
export async function voidLines(tx: Tx, invoiceId: string): Promise<void> {
  await tx.sql("update invoice_line set is_void = true where organization_id = $1 and invoice_id = $2", [
    tx.organizationId,
    invoiceId,
  ]);
}

/**
 * The invoices, drafts included, that give back what this one charged. If this one were voided, they would give back an
 * amount that was never charged.
 */
export async function findCreditingInvoices(tx: Tx, invoiceId: string): Promise<Pick<InvoiceRow, "id" | "number">[]> {
  return tx.sql<Pick<InvoiceRow, "id" | "number">>(
    `with recursive place as (
       select id, replaces_invoice_id as before from invoice where organization_id = $1 and id = $2
       union all
       select i.id, i.replaces_invoice_id from place p join invoice i on i.organization_id = $1 and i.id = p.before
     )
     select i.id, i.number from invoice_line v
     join invoice_line c on c.organization_id = v.organization_id and not c.is_void and c.invoice_id <> v.invoice_id
       and ${inSameAccount("v", "c")} and (c.kind = 'credit' or c.amount < 0)
     join invoice i on i.organization_id = c.organization_id and i.id = c.invoice_id
     where v.organization_id = $1 and v.invoice_id = $2
     union
     -- A true-up that later usage replaced.
     select i.id, i.number from invoice_line v
     join invoice_line c on c.organization_id = v.organization_id and not c.is_void and c.invoice_id <> v.invoice_id
       and ${isSettledAgain("v", "c")} and v.amount > 0 and c.amount < 0
     join invoice i on i.organization_id = c.organization_id and i.id = c.invoice_id
     where v.organization_id = $1 and v.invoice_id = $2
     union
     -- What a spend limit gave back because its period was shortened by a cancellation or pause. Includes what was
     -- given back of a void invoice that this one bills again.
     select i.id, i.number from place p
     join account_credit_entry e on e.organization_id = $1 and e.source_invoice_id = p.id and e.kind = 'given'
     join invoice i on i.organization_id = e.organization_id and i.id = e.invoice_id and i.status <> 'void'
     union
     -- What a spend limit on a draft will give back.
     select i.id, i.number from invoice_line v
     join invoice_line c on c.organization_id = v.organization_id and not c.is_void and c.invoice_id <> v.invoice_id
       and ${isLimitOver("c", "v")}
     join invoice i on i.organization_id = c.organization_id and i.id = c.invoice_id and i.status = 'draft' and i.total < 0
     where v.organization_id = $1 and v.invoice_id = $2
     order by id`,
    [tx.organizationId, invoiceId],
  );
}

/**
 * Schedules a review of the later parts of usage that is counted over several invoices when an earlier part is billed
 * again, because each part deducts what the parts before it billed.
 */
export async function reviewLaterParts(tx: Tx, voidInvoiceId: string): Promise<void> {
  await tx.sql(
    `insert into late_usage (organization_id, subscription_id, price_id, version_id, period_start, period_end)
     select distinct $1, p.subscription_id, p.price_id, p.version_id, p.period_start, p.period_end
     from invoice_line v
     join invoice_line p on p.organization_id = v.organization_id and p.subscription_id = v.subscription_id
       and p.price_id = v.price_id and p.version_id = v.version_id and p.kind = 'usage' and not p.is_void
       and ${countsFromOf("p")} = ${countsFromOf("v")} and p.period_start > v.period_start
     join invoice i on i.organization_id = p.organization_id and i.id = p.invoice_id and i.status <> 'draft'
     where v.organization_id = $1 and v.invoice_id = $2 and v.kind = 'usage'
     order by 2, 3, 4, 5, 6
     on conflict do nothing`,
    [tx.organizationId, voidInvoiceId],
  );
}
