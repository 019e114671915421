import type { Tx } from "../database/tx.ts";
import { listRows, type ListFields, type ListPage, type ListQuery } from "../lists/list.ts";
import type { MetricRow } from "./metric-row.ts";

export const METRIC_FIELDS: ListFields = {
  id: { type: "text", sql: "metric.id" },
  name: { type: "text", sql: "metric.name" },
  description: { type: "text", sql: "metric.description" },
  eventName: { type: "text", sql: "metric.event_name" },
  "aggregation.method": { type: "text", sql: "metric.aggregation->>'method'" },
  "aggregation.field": { type: "text", sql: "metric.aggregation->>'field'" },
  archivedAt: { type: "instant", sql: "metric.archived_at" },
  createdAt: { type: "instant", sql: "metric.created_at" },
  updatedAt: { type: "instant", sql: "metric.updated_at" },
};

export function listMetrics(tx: Tx, query: ListQuery): Promise<ListPage<MetricRow>> {
  return listRows<MetricRow>(tx, { table: "metric", fields: METRIC_FIELDS }, query);
}
