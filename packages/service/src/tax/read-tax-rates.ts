import { findTaxRate, type ListPage, type ListQuery, listTaxRates as listRows } from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { notFound } from "../errors/index.ts";
import type { TaxRate } from "./tax-rate.ts";

export function getTaxRate(context: Context, id: string): Promise<TaxRate> {
  return read(context, async (tx) => {
    const rate = await findTaxRate(tx, id);
    if (rate === undefined) throw notFound("tax rate", id);
    return rate;
  });
}

export function listTaxRates(context: Context, query: ListQuery): Promise<ListPage<TaxRate>> {
  return read(context, (tx) => listRows(tx, query));
}
