import type { Tx } from "../database/tx.ts";
import type { StoredTax, StoredTaxPart } from "./stored-taxes.ts";
import type { InvoiceLineRow } from "../invoices/invoice-row.ts";

/** A line with the taxes that it was billed with. */
export type TaxedLineRow = Pick<InvoiceLineRow, "id" | "amount"> & {
  /** The line whose taxes these are: where that is void, also the one that bills it again. */
  lineId: string;
  /** When its taxes were frozen; null of a draft. */
  frozenAt: string | null;
  isVoid: boolean;
  /** Null where nothing was said about tax. */
  taxes: StoredTaxPart[] | null;
  /** Of its invoice: what `index` counts in. */
  invoiceTaxes: StoredTax[] | null;
};

/** The taxes of these lines, of which those on drafts are not frozen yet, and of the lines that bill void ones again. */
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
