import type { Resets } from "@counterfoil/engine";
import { build } from "../database/build.ts";
import type { Tx } from "../database/tx.ts";
import { listRows, type ListFields, type ListPage, type ListQuery } from "../lists/list.ts";
import type { Row } from "../row.ts";

/** Settings for a report when usage passes certain quantities or amounts. */
export type UsageAlertRow = Row<"usageAlert"> & {
  period: Resets;
};

export const USAGE_ALERT_FIELDS: ListFields = {
  id: { type: "text", sql: "usage_alert.id" },
  name: { type: "text", sql: "usage_alert.name" },
  metricId: { type: "text", sql: "usage_alert.metric_id" },
  accountId: { type: "text", sql: "usage_alert.account_id", names: "account" },
  measure: { type: "text", sql: "usage_alert.measure" },
  currency: { type: "text", sql: "usage_alert.currency" },
  period: { type: "text", sql: "usage_alert.period" },
  active: { type: "boolean", sql: "usage_alert.active" },
  createdAt: { type: "instant", sql: "usage_alert.created_at" },
  updatedAt: { type: "instant", sql: "usage_alert.updated_at" },
};

export function listUsageAlerts(tx: Tx, query: ListQuery): Promise<ListPage<UsageAlertRow>> {
  return listRows<UsageAlertRow>(tx, { table: "usage_alert", fields: USAGE_ALERT_FIELDS }, query);
}

/** With this lock, foreign keys may still refer to the alert, so its thresholds can be reported meanwhile. */
export async function findUsageAlert(
  tx: Tx,
  id: string,
  lock: "for no key update" | "" = "",
): Promise<UsageAlertRow | undefined> {
  const [row] = await tx.sql<UsageAlertRow>(
    `select * from usage_alert where organization_id = $1 and id = $2 ${lock}`,
    [tx.organizationId, id],
  );
  return row;
}

export async function insertUsageAlert(tx: Tx, alert: UsageAlertRow): Promise<void> {
  await tx.all(build.insertInto("usageAlert").values({ ...alert, organizationId: tx.organizationId }));
}

export async function updateUsageAlert(tx: Tx, alert: UsageAlertRow): Promise<void> {
  await tx.all(
    build
      .updateTable("usageAlert")
      .set(alert)
      .where("organizationId", "=", tx.organizationId)
      .where("id", "=", alert.id),
  );
}

/** The names of the alerts for a metric, active or not. */
export async function findAlertsOfMetric(tx: Tx, metricId: string): Promise<string[]> {
  const rows = await tx.sql<{ name: string }>(
    "select name from usage_alert where organization_id = $1 and metric_id = $2 order by name",
    [tx.organizationId, metricId],
  );
  return rows.map(({ name }) => name);
}

/** An active alert, and the names of the events that can change its value. */
export interface WatchingAlert extends UsageAlertRow {
  eventNames: string[];
}

/**
 * The active alerts that new events with these names may affect for these accounts. The cost of a price depends on all
 * its metrics, so an alert of amounts is checked after events of any of them.
 */
export async function findWatchingAlerts(
  tx: Tx,
  accountIds: readonly string[],
  eventNames: readonly string[],
): Promise<WatchingAlert[]> {
  return tx.sql<WatchingAlert>(
    `select a.*, named.event_names from usage_alert a cross join lateral (
       select array_agg(distinct m.event_name) as event_names from metric m
       where m.organization_id = $1 and (m.id = a.metric_id or (a.measure = 'amount' and exists (
         select from price p where p.organization_id = $1 and a.metric_id = any(p.metric_ids) and m.id = any(p.metric_ids))))
     ) as named
     where a.organization_id = $1 and a.active and (a.account_id is null or a.account_id = any($2))
       and named.event_names && $3::text[]
     order by a.id`,
    [tx.organizationId, accountIds, eventNames],
  );
}

/** An alert whose first check is not finished and that no other worker holds. Its row stays locked until commit. */
export async function claimAlertToLook(tx: Tx): Promise<UsageAlertRow | undefined> {
  const [row] = await tx.sql<UsageAlertRow>(
    `select * from usage_alert where organization_id = $1 and active and looked_through is not null
     order by id limit 1 for no key update skip locked`,
    [tx.organizationId],
  );
  return row;
}

export async function noteLookedThrough(tx: Tx, alertId: string, accountId: string | null): Promise<void> {
  await tx.sql("update usage_alert set looked_through = $3 where organization_id = $1 and id = $2", [
    tx.organizationId,
    alertId,
    accountId,
  ]);
}
