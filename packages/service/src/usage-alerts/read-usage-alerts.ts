import { findUsageAlert, type ListPage, type ListQuery, listUsageAlerts as listRows } from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { notFound } from "../errors/index.ts";
import { toUsageAlert, type UsageAlert } from "./usage-alert.ts";

export function getUsageAlert(context: Context, id: string): Promise<UsageAlert> {
  return read(context, async (tx) => {
    const row = await findUsageAlert(tx, id);
    if (row === undefined) throw notFound("usage alert", id);
    return toUsageAlert(row);
  });
}

export function listUsageAlerts(context: Context, query: ListQuery): Promise<ListPage<UsageAlert>> {
  return read(context, async (tx) => {
    const { rows, total } = await listRows(tx, query);
    return { rows: rows.map(toUsageAlert), total };
  });
}
