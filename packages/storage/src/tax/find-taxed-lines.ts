import type { Tx } from "../database/tx.ts";
import type { StoredTax, StoredTaxPart } from "./stored-taxes.ts";

/** A line with the taxes that it was billed with. */
export interface TaxedLineRow {
  id: string;
  amount: string;
  /** Null where nothing was said about tax. */
  taxes: StoredTaxPart[] | null;
  /** Of its invoice: what `index` counts in. */
  invoiceTaxes: StoredTax[] | null;
}

export async function findTaxedLines(tx: Tx, lineIds: readonly string[]): Promise<TaxedLineRow[]> {
  if (lineIds.length === 0) return [];
  return tx.sql<TaxedLineRow>(
    `select l.id, l.amount, l.taxes, i.taxes as invoice_taxes from invoice_line l
     join invoice i on i.organization_id = l.organization_id and i.id = l.invoice_id
     where l.organization_id = $1 and l.id = any($2)`,
    [tx.organizationId, lineIds],
  );
}
