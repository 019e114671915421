import type { Tx } from "../database/tx.ts";
import { listRows, type ListFields, type ListPage, type ListQuery } from "../lists/list.ts";
import type { TaxRateRow } from "./tax-rate-row.ts";

export const TAX_RATE_FIELDS: ListFields = {
  id: { type: "text", sql: "tax_rate.id" },
  name: { type: "text", sql: "tax_rate.name" },
  percentage: { type: "decimal", sql: "tax_rate.percentage::numeric" },
  country: { type: "text", sql: "tax_rate.country" },
  region: { type: "text", sql: "tax_rate.region" },
  taxCategory: { type: "text", sql: "tax_rate.tax_category" },
  taxStatus: { type: "text", sql: "tax_rate.tax_status" },
  categoryCode: { type: "text", sql: "tax_rate.category_code" },
  archivedAt: { type: "instant", sql: "tax_rate.archived_at" },
  createdAt: { type: "instant", sql: "tax_rate.created_at" },
  updatedAt: { type: "instant", sql: "tax_rate.updated_at" },
};

export function listTaxRates(tx: Tx, query: ListQuery): Promise<ListPage<TaxRateRow>> {
  return listRows<TaxRateRow>(tx, { table: "tax_rate", fields: TAX_RATE_FIELDS }, query);
}

export async function findTaxRate(
  tx: Tx,
  id: string,
  lock: "for no key update" | "" = "",
): Promise<TaxRateRow | undefined> {
  const [row] = await tx.sql<TaxRateRow>(`select * from tax_rate where organization_id = $1 and id = $2 ${lock}`, [
    tx.organizationId,
    id,
  ]);
  return row;
}

/** The tax rates that are not archived, oldest first. */
export async function findTaxRates(tx: Tx): Promise<TaxRateRow[]> {
  return tx.sql<TaxRateRow>(
    "select * from tax_rate where organization_id = $1 and archived_at is null order by created_at, id",
    [tx.organizationId],
    "find-tax-rates",
  );
}
