import type { Tx } from "../database/tx.ts";
import type { ProductRow } from "./product-row.ts";

/**
 * `for share` keeps the product unchanged until the transaction ends, because a price that is being created depends on
 * it.
 */
export async function findProduct(
  tx: Tx,
  id: string,
  lock: "for no key update" | "for share" | "" = "",
): Promise<ProductRow | undefined> {
  const [row] = await tx.sql<ProductRow>(`select * from product where organization_id = $1 and id = $2 ${lock}`, [
    tx.organizationId,
    id,
  ]);
  return row;
}

/** The products with these IDs, in no particular order. IDs that do not exist are left out. */
export async function findProducts(tx: Tx, ids: readonly string[]): Promise<ProductRow[]> {
  if (ids.length === 0) return [];
  return tx.sql<ProductRow>(
    "select * from product where organization_id = $1 and id = any($2)",
    [tx.organizationId, ids],
    "find-products",
  );
}

/** Whether the product has a price (R-CAT-1). */
export async function isProductPriced(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.sql("select from price where organization_id = $1 and product_id = $2 limit 1", [
    tx.organizationId,
    id,
  ]);
  return rows.length > 0;
}
