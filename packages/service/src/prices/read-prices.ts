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

export function listPrices(context: Context, query: ListQuery): Promise<ListPage<Price>> {
  return read(context, async (tx) => {
    const page = await listPriceRows(tx, query);
    return { rows: page.rows.map(toPrice), total: page.total };
  });
}
