import { build } from "../database/build.ts";
import type { Tx } from "../database/tx.ts";
import { listRows, type ListFields, type ListPage, type ListQuery } from "../lists/list.ts";
import type { Row } from "../row.ts";

/** What one unit of a metric costs the organization, from an instant on (R-COST-1). */
export type CostPriceRow = Row<"costPrice">;

export const COST_PRICE_FIELDS: ListFields = {
  id: { type: "text", sql: "cost_price.id" },
  metricId: { type: "text", sql: "cost_price.metric_id" },
  unitCost: { type: "decimal", sql: "cost_price.unit_cost" },
  currency: { type: "text", sql: "cost_price.currency" },
  validFrom: { type: "instant", sql: "cost_price.valid_from" },
  validUntil: { type: "instant", sql: "cost_price.valid_until" },
  createdAt: { type: "instant", sql: "cost_price.created_at" },
  updatedAt: { type: "instant", sql: "cost_price.updated_at" },
};

export function listCostPrices(tx: Tx, query: ListQuery): Promise<ListPage<CostPriceRow>> {
  return listRows<CostPriceRow>(tx, { table: "cost_price", fields: COST_PRICE_FIELDS }, query);
}

export async function findCostPrice(
  tx: Tx,
  id: string,
  lock: "for no key update" | "" = "",
): Promise<CostPriceRow | undefined> {
  const [row] = await tx.sql<CostPriceRow>(`select * from cost_price where organization_id = $1 and id = $2 ${lock}`, [
    tx.organizationId,
    id,
  ]);
  return row;
}

/** Inserts a price. Returns false if one with the same metric, properties and beginning exists. */
export async function insertCostPrice(tx: Tx, price: CostPriceRow): Promise<boolean> {
  const rows = await tx.all(
    build
      .insertInto("costPrice")
      .values({ ...price, properties: JSON.stringify(price.properties), organizationId: tx.organizationId })
      .onConflict((conflict) => conflict.columns(["organizationId", "metricId", "properties", "validFrom"]).doNothing())
      .returning("id"),
  );
  return rows.length > 0;
}

export async function endCostPrice(tx: Tx, { id, validUntil, updatedAt }: CostPriceRow): Promise<void> {
  await tx.sql("update cost_price set valid_until = $3, updated_at = $4 where organization_id = $1 and id = $2", [
    tx.organizationId,
    id,
    validUntil,
    updatedAt,
  ]);
}

export async function deleteCostPrice(tx: Tx, id: string): Promise<void> {
  await tx.sql("delete from cost_price where organization_id = $1 and id = $2", [tx.organizationId, id]);
}
