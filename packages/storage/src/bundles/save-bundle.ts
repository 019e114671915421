import { build } from "../database/build.ts";
import type { Tx } from "../database/tx.ts";
import type { BundleRow } from "./bundle-row.ts";

export async function insertBundle(tx: Tx, bundle: BundleRow): Promise<void> {
  await tx.all(build.insertInto("bundle").values({ ...columns(bundle), organizationId: tx.organizationId }));
  await insertPriceIds(tx, bundle);
}

/** Updates a bundle. Replaces all of its prices. */
export async function updateBundle(tx: Tx, bundle: BundleRow): Promise<void> {
  await tx.all(
    build
      .updateTable("bundle")
      .set(columns(bundle))
      .where("organizationId", "=", tx.organizationId)
      .where("id", "=", bundle.id),
  );
  await tx.sql("delete from bundle_price where organization_id = $1 and bundle_id = $2", [
    tx.organizationId,
    bundle.id,
  ]);
  await insertPriceIds(tx, bundle);
}

function columns(bundle: BundleRow) {
  const { priceIds: _priceIds, ...rest } = bundle;
  return rest;
}

async function insertPriceIds(tx: Tx, bundle: BundleRow): Promise<void> {
  if (bundle.priceIds.length === 0) return;
  await tx.sql(
    `insert into bundle_price (organization_id, bundle_id, price_id, position)
     select $1, $2, price_id, position from unnest($3::text[]) with ordinality as given (price_id, position)`,
    [tx.organizationId, bundle.id, bundle.priceIds],
  );
}
