import type { Tx } from "../database/tx.ts";
import type { ProductRow } from "./product-row.ts";

/** `for share` keeps the product as it is until the transaction ends: a price that is made now relies on it. */
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

/** The products with these ids, in no particular order; ids that do not exist are left out. */
export async function findProducts(tx: Tx, ids: readonly string[]): Promise<ProductRow[]> {
  if (ids.length === 0) return [];
  return tx.sql<ProductRow>(
    "select * from product where organization_id = $1 and id = any($2)",
    [tx.organizationId, ids],
    "find-products",
  );
}

/** Whether the product is in use (R-CAT-1): a price for it exists. */
export async function isProductPriced(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.sql("select from price where organization_id = $1 and product_id = $2 limit 1", [
    tx.organizationId,
    id,
  ]);
  return rows.length > 0;
}
