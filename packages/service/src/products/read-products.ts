import { findProduct, listProducts as listProductRows, type ListPage, type ListQuery } from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { notFound } from "../errors/index.ts";
import type { Product } from "./product.ts";

export function getProduct(context: Context, id: string): Promise<Product> {
  return read(context, async (tx) => {
    const product = await findProduct(tx, id);
    if (product === undefined) throw notFound("product", id);
    return product;
  });
}

export function listProducts(context: Context, query: ListQuery): Promise<ListPage<Product>> {
  return read(context, (tx) => listProductRows(tx, query));
}
