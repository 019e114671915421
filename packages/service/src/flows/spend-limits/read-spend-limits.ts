import { findSpendLimit, type ListPage, type ListQuery, listSpendLimits as listRows } from "@counterfoil/storage";
import { type Context, read } from "../../context.ts";
import { notFound } from "../../errors/index.ts";
import { type SpendLimit, toSpendLimit } from "./spend-limit.ts";

export function getSpendLimit(context: Context, id: string): Promise<SpendLimit> {
  return read(context, async (tx) => {
    const row = await findSpendLimit(tx, id);
    if (row === undefined) throw notFound("spend limit", id);
    return toSpendLimit(row);
  });
}

export function listSpendLimits(context: Context, query: ListQuery): Promise<ListPage<SpendLimit>> {
  return read(context, async (tx) => {
    const { rows, total } = await listRows(tx, query);
    return { rows: rows.map(toSpendLimit), total };
  });
}
