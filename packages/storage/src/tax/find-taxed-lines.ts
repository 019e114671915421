import type { Tx } from "../database/tx.ts";
import type { StoredTax, StoredTaxPart } from "./stored-taxes.ts";
import type { InvoiceLineRow } from "../invoices/invoice-row.ts";

/** A line with the taxes with which it was billed. */
export type TaxedLineRow = Pick<InvoiceLineRow, "id" | "amount"> & {
  /** The line for which the taxes were requested. For a void line, the line that bills it again is returned, too. */
  lineId: string;
  /** When its taxes were frozen; null on a draft. */
  frozenAt: string | null;
  isVoid: boolean;
  /** Null if no taxes were determined. */
  taxes: StoredTaxPart[] | null;
  /** The taxes of the line's invoice, to which `index` refers. */
  invoiceTaxes: StoredTax[] | null;
};

/** The taxes of these lines and of the lines that bill void ones again. Taxes on drafts are not frozen yet. */
export async function findTaxedLines(tx: Tx, lineIds: readonly string[]): Promise<TaxedLineRow[]> {
  if (lineIds.length === 0) return [];
  return tx.sql<TaxedLineRow>(
    `with asked as (
       select * from invoice_line where organization_id = $1 and id = any($2)
     ), found as (
       select id, id as line_id, invoice_id, amount, is_void, taxes from asked
       union all
       select asked.id, l.id, l.invoice_id, l.amount, false, l.taxes from asked
       join invoice_line l on l.organization_id = asked.organization_id and l.subscription_id = asked.subscription_id
         and l.price_id = asked.price_id and l.version_id is not distinct from asked.version_id and l.kind = asked.kind
         and l.period_start = asked.period_start and l.period_end = asked.period_end
         and l.usage_group is not distinct from asked.usage_group and not l.is_void
       where asked.is_void
     )
     select f.id, f.line_id, f.amount, case when i.status <> 'draft' then coalesce(i.issue_date, i.updated_at) end as frozen_at, f.is_void, f.taxes, i.taxes as invoice_taxes
     from found f join invoice i on i.organization_id = $1 and i.id = f.invoice_id`,
    [tx.organizationId, lineIds],
  );
}
