import { countsFromOf } from "../invoices/counts-from.ts";
import { isCreditOf, isOfSamePrice } from "../billing/later-lines.ts";
import type { Tx } from "../database/tx.ts";

/** A charge of which more was given back than was billed. */
export interface OverdrawnLineRow {
  /** The line. If several lines billed the usage, the first of them. */
  lineId: string;
  invoiceId: string;
  /** The amount billed by its lines. */
  billed: string;
  /** The remaining amount, with the opposite sign. */
  standing: string;
}

/**
 * Charges of which more was given back than billed, at most 20. A recurring line is summed with its credits, and all
 * lines of the same usage are summed, in both cases less what credit notes gave back.
 */
export async function overdrawnLines(tx: Tx): Promise<OverdrawnLineRow[]> {
  return tx.sql<OverdrawnLineRow>(
    `with noted as (
       select invoice_line_id, sum(amount) as amount from credit_note_line where organization_id = $1 group by invoice_line_id
     ), line as materialized (
       select l.id, l.invoice_id, l.subscription_id, l.price_id, l.version_id, l.adjustment_id, l.kind, l.usage_group,
         case when l.kind in ('usage', 'correction') then ${countsFromOf("l")} end as counts_from,
         l.period_start, l.period_end, l.amount, l.amount - coalesce(n.amount, 0) as standing
       from invoice_line l left join noted n on n.invoice_line_id = l.id
       where l.organization_id = $1 and not l.is_void and l.price_id is not null and l.adjustment_id is null
         and l.subscription_id is not null
     ), account as (
       select l.id as line_id, l.invoice_id, l.amount as billed, least(l.amount, 0) as lowest, greatest(l.amount, 0) as highest,
         l.standing + coalesce(sum(c.standing), 0) as standing
       from line l left join line c on ${isOfSamePrice("l", "c")} and ${isCreditOf("l", "c")}
       where l.kind = 'recurring' group by l.id, l.invoice_id, l.amount, l.standing
       union all
       select min(id), min(invoice_id), sum(amount), sum(least(amount, 0)), sum(greatest(amount, 0)), sum(standing) from line where kind in ('usage', 'correction')
       group by subscription_id, price_id, version_id, usage_group, counts_from
     )
     select line_id, invoice_id, billed, standing from account
     -- A credit note on a line that took something back may leave more than was billed in total, but never more than
     -- was charged.
     where standing not between case when billed > 0 then 0 else lowest end and case when billed < 0 then 0 else highest end
     order by line_id limit 20`,
    [tx.organizationId],
  );
}
