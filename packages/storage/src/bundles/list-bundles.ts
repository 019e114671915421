import type { Tx } from "../database/tx.ts";
import { listRows, type ListFields, type ListPage, type ListQuery } from "../lists/list.ts";
import type { BundleRow } from "./bundle-row.ts";
import { withPriceIds } from "./find-bundles.ts";

export const BUNDLE_FIELDS: ListFields = {
  id: { type: "text", sql: "bundle.id" },
  name: { type: "text", sql: "bundle.name" },
  description: { type: "text", sql: "bundle.description" },
  priceIds: {
    type: "list",
    sql: `array(select p.price_id from bundle_price p
          where p.organization_id = bundle.organization_id and p.bundle_id = bundle.id)`,
  },
  archivedAt: { type: "instant", sql: "bundle.archived_at" },
  createdAt: { type: "instant", sql: "bundle.created_at" },
  updatedAt: { type: "instant", sql: "bundle.updated_at" },
};

export async function listBundles(tx: Tx, query: ListQuery): Promise<ListPage<BundleRow>> {
  const page = await listRows<Omit<BundleRow, "priceIds">>(tx, { table: "bundle", fields: BUNDLE_FIELDS }, query);
  return { rows: await withPriceIds(tx, page.rows), total: page.total };
}
