import { findMetric, listMetrics as listMetricRows, type ListPage, type ListQuery } from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { notFound } from "../errors/index.ts";
import { type Metric, toMetric } from "./metric.ts";

export function getMetric(context: Context, id: string): Promise<Metric> {
  return read(context, async (tx) => {
    const row = await findMetric(tx, id);
    if (row === undefined) throw notFound("metric", id);
    return toMetric(row, context.organizationId);
  });
}

export function listMetrics(context: Context, query: ListQuery): Promise<ListPage<Metric>> {
  return read(context, async (tx) => {
    const page = await listMetricRows(tx, query);
    return { rows: page.rows.map((row) => toMetric(row, context.organizationId)), total: page.total };
  });
}
