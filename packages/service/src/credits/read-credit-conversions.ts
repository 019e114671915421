import {
  findCreditConversion,
  type ListPage,
  type ListQuery,
  listCreditConversions as listRows,
} from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { notFound } from "../errors/index.ts";
import { type CreditConversion, toCreditConversion } from "./credit-conversion.ts";

export function getCreditConversion(context: Context, id: string): Promise<CreditConversion> {
  return read(context, async (tx) => {
    const row = await findCreditConversion(tx, id);
    if (row === undefined) throw notFound("credit conversion", id);
    return toCreditConversion(row);
  });
}

/** All conversions of the organization. */
export function listCreditConversions(context: Context, query: ListQuery): Promise<ListPage<CreditConversion>> {
  return read(context, async (tx) => {
    const { rows, total } = await listRows(tx, query);
    return { rows: rows.map(toCreditConversion), total };
  });
}
