import { findPrice, listPrices as listPriceRows, type ListPage, type ListQuery } from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { notFound } from "../errors/index.ts";
import { type Price, toPrice } from "./price.ts";

export function getPrice(context: Context, id: string): Promise<Price> {
  return read(context, async (tx) => {
    const row = await findPrice(tx, id);
    if (row === undefined) throw notFound("price", id);
    return toPrice(row);
  });
}

/** A page of prices, each with the subscription that it was negotiated for; null for a price of the catalog. */
export function listPricesWithSubscriptions(
  context: Context,
  query: ListQuery,
): Promise<ListPage<Price & { subscriptionId: string | null }>> {
  return read(context, async (tx) => {
    const { rows, total } = await listPriceRows(tx, query);
    return { rows: rows.map((row) => ({ ...toPrice(row), subscriptionId: row.subscriptionId })), total };
  });
}

export function listPrices(context: Context, query: ListQuery): Promise<ListPage<Price>> {
  return read(context, async (tx) => {
    const page = await listPriceRows(tx, query);
    return { rows: page.rows.map(toPrice), total: page.total };
  });
}
