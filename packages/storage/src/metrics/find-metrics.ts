import type { Tx } from "../database/tx.ts";
import type { MetricRow } from "./metric-row.ts";

/**
 * `for share` keeps the metric unchanged until the transaction ends, because a feature that is being linked depends on
 * it.
 */
export async function findMetric(
  tx: Tx,
  id: string,
  lock: "for no key update" | "for share" | "" = "",
): Promise<MetricRow | undefined> {
  const name = lock === "" ? "find-metric" : undefined;
  const text = `select * from metric where organization_id = $1 and id = $2 ${lock}`;
  const [row] = await tx.sql<MetricRow>(text, [tx.organizationId, id], name);
  return row;
}

/** The metrics with these IDs, in no particular order. IDs that do not exist are left out. */
export async function findMetrics(tx: Tx, ids: readonly string[]): Promise<MetricRow[]> {
  if (ids.length === 0) return [];
  return tx.sql<MetricRow>(
    "select * from metric where organization_id = $1 and id = any($2)",
    [tx.organizationId, ids],
    "find-metrics",
  );
}

/** All metrics of the organization, oldest first. */
export async function listAllMetrics(tx: Tx): Promise<MetricRow[]> {
  return tx.sql<MetricRow>(
    "select * from metric where organization_id = $1 order by created_at, id",
    [tx.organizationId],
    "list-all-metrics",
  );
}

/** Whether the metric measures a price that a published version sells or sold, or that a sent quote offers. */
export async function isMetricSold(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.sql(
    `select from price p
     join version_price sold on sold.organization_id = p.organization_id and sold.price_id = p.id
     join subscription_version v on v.organization_id = p.organization_id and v.id = sold.version_id
     join subscription s on s.organization_id = p.organization_id and s.id = v.subscription_id
     where p.organization_id = $1 and $2 = any(p.metric_ids)
       and (v.status <> 'draft' or s.status in ('sent', 'accepted')) limit 1`,
    [tx.organizationId, id],
  );
  return rows.length > 0;
}
