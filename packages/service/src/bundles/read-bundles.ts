import { findBundle, listBundles as listBundleRows, type ListPage, type ListQuery } from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { notFound } from "../errors/index.ts";
import { type Bundle, toBundle, toBundles } from "./bundle.ts";

export function getBundle(context: Context, id: string): Promise<Bundle> {
  return read(context, async (tx) => {
    const row = await findBundle(tx, id);
    if (row === undefined) throw notFound("price bundle", id);
    return toBundle(tx, row);
  });
}

export function listBundles(context: Context, query: ListQuery): Promise<ListPage<Bundle>> {
  return read(context, async (tx) => {
    const page = await listBundleRows(tx, query);
    return { rows: await toBundles(tx, page.rows), total: page.total };
  });
}
