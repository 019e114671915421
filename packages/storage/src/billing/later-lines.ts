import type { Tx } from "../database/tx.ts";
import type { InvoiceLineRow } from "../invoices/invoice-row.ts";

/** What credit notes gave back of a line, with the sign of its amount. */
export interface NotedLineRow {
  lineId: string;
  amount: string;
}

/** What credit notes gave back of these lines; a line of which they gave back nothing is left out. */
export async function findNotedAmounts(tx: Tx, lineIds: readonly string[]): Promise<NotedLineRow[]> {
  if (lineIds.length === 0) return [];
  return tx.sql<NotedLineRow>(
    `select invoice_line_id as line_id, sum(amount) as amount from credit_note_line
     where organization_id = $1 and invoice_line_id = any($2) group by invoice_line_id`,
    [tx.organizationId, lineIds],
  );
}

/** A line of another invoice in the account of a line: what corrected it, or what it corrected. */
export interface LaterLineRow extends InvoiceLineRow {
  ofLineId: string;
}

/**
 * Lines in the same account: the credits of an amount, whose days lie within its service; the usage and corrections of the same
 * period and group. `line` and `other` are rows of invoice_line of one organization.
 */
export function inSameAccount(line: string, other: string): string {
  return `${other}.subscription_id = ${line}.subscription_id and ${other}.price_id = ${line}.price_id
    and ${other}.version_id is not distinct from ${line}.version_id
    and ${line}.adjustment_id is null and ${other}.adjustment_id is null and ${other}.id <> ${line}.id
    and (
      (${line}.kind = 'recurring' and ${other}.kind = 'credit'
        and ${other}.period_start >= ${line}.period_start and ${other}.period_end <= ${line}.period_end)
      or (${line}.kind in ('usage', 'correction') and ${other}.kind in ('usage', 'correction')
        and ${other}.counted_on = ${line}.counted_on and ${other}.usage_group is not distinct from ${line}.usage_group)
    )`;
}

/**
 * The lines of other invoices in the accounts of an invoice's lines, drafts among them: what later invoices gave back of it is
 * read from them. `exceptInvoiceId` is a draft that is being decided again.
 */
export async function findLaterLines(
  tx: Tx,
  invoiceId: string,
  exceptInvoiceId: string | null = null,
): Promise<LaterLineRow[]> {
  return tx.sql<LaterLineRow>(
    `select l.id as of_line_id, o.* from invoice_line l
     join invoice_line o on o.organization_id = l.organization_id and not o.is_void and o.invoice_id <> l.invoice_id
       and ${inSameAccount("l", "o")}
     where l.organization_id = $1 and l.invoice_id = $2 and o.invoice_id is distinct from $3
     union all
     -- An amount or a spend limit that a later invoice settled again for the same period.
     select l.id, o.* from invoice_line l
     join invoice_line o on o.organization_id = l.organization_id and not o.is_void and o.invoice_id <> l.invoice_id
       and o.subscription_id = l.subscription_id and o.adjustment_id = l.adjustment_id
       and o.explanation #>> '{basis,rule}' <> 'percentage'
       and o.explanation #>> '{basis,period,start}' = l.explanation #>> '{basis,period,start}'
     where l.organization_id = $1 and l.invoice_id = $2 and o.invoice_id is distinct from $3
       and l.adjustment_id is not null and l.explanation #>> '{basis,rule}' <> 'percentage'`,
    [tx.organizationId, invoiceId, exceptInvoiceId],
  );
}
