import type { Tx } from "../database/tx.ts";
import type { BundleRow } from "./bundle-row.ts";

export async function findBundle(
  tx: Tx,
  id: string,
  lock: "for no key update" | "" = "",
): Promise<BundleRow | undefined> {
  const rows = await tx.sql<Omit<BundleRow, "priceIds">>(
    `select * from bundle where organization_id = $1 and id = $2 ${lock}`,
    [tx.organizationId, id],
  );
  return (await withPriceIds(tx, rows))[0];
}

/** The bundles with these IDs, in no particular order. IDs that do not exist are left out. */
export async function findBundles(tx: Tx, ids: readonly string[]): Promise<BundleRow[]> {
  if (ids.length === 0) return [];
  const rows = await tx.sql<Omit<BundleRow, "priceIds">>(
    "select * from bundle where organization_id = $1 and id = any($2)",
    [tx.organizationId, ids],
  );
  return withPriceIds(tx, rows);
}

/** Adds the price IDs to bundle rows, in one statement for any number of rows. */
export async function withPriceIds(tx: Tx, rows: readonly Omit<BundleRow, "priceIds">[]): Promise<BundleRow[]> {
  if (rows.length === 0) return [];
  const prices = await tx.sql<{ bundleId: string; priceId: string }>(
    `select bundle_id, price_id from bundle_price
     where organization_id = $1 and bundle_id = any($2) order by bundle_id, position`,
    [tx.organizationId, rows.map((row) => row.id)],
  );
  const pricesOf = Map.groupBy(prices, (price) => price.bundleId);
  return rows.map((row) => ({ ...row, priceIds: (pricesOf.get(row.id) ?? []).map((price) => price.priceId) }));
}
