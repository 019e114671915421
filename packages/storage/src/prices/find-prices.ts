import type { Tx } from "../database/tx.ts";
import { findMetrics } from "../metrics/find-metrics.ts";
import { findProducts } from "../products/find-products.ts";
import type { PriceRow, PriceWithProduct } from "./price-row.ts";

export async function findPrice(
  tx: Tx,
  id: string,
  lock: "for no key update" | "" = "",
): Promise<PriceRow | undefined> {
  const [row] = await tx.sql<PriceRow>(`select * from price where organization_id = $1 and id = $2 ${lock}`, [
    tx.organizationId,
    id,
  ]);
  return row;
}

/**
 * The prices with these IDs, each with its product and metrics, in three statements for any number of prices. In the
 * order of the IDs, without duplicates. IDs that do not exist are left out.
 */
export async function findPrices(tx: Tx, ids: readonly string[]): Promise<PriceWithProduct[]> {
  if (ids.length === 0) return [];
  const rows = await tx.sql<PriceRow>(
    "select * from price where organization_id = $1 and id = any($2)",
    [tx.organizationId, ids],
    "find-prices",
  );
  const whole = await withProductAndMetrics(tx, rows);
  const byId = new Map(whole.map((price) => [price.id, price]));
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
}

async function withProductAndMetrics(tx: Tx, rows: readonly PriceRow[]): Promise<PriceWithProduct[]> {
  const [products, metrics] = await Promise.all([
    findProducts(tx, [...new Set(rows.map((row) => row.productId))]),
    findMetrics(tx, [...new Set(rows.flatMap((row) => row.metricIds))]),
  ]);
  const productOf = new Map(products.map((product) => [product.id, product]));
  const metricOf = new Map(metrics.map((metric) => [metric.id, metric]));
  return rows.map((row) => {
    const product = productOf.get(row.productId);
    if (product === undefined) throw new Error(`price ${row.id} has no product`);
    return { ...row, product, metrics: row.metricIds.flatMap((id) => metricOf.get(id) ?? []) };
  });
}
