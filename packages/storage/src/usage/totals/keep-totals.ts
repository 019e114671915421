import { invariant, parseMetricDefinition } from "@counterfoil/engine";
import type { Tx } from "../../database/tx.ts";
import type { MetricRow } from "../../metrics/metric-row.ts";
import { json } from "../../json.ts";
import { ORGANIZATION_NUMBER } from "../organization-number.ts";
import { isTotalled } from "./totalling.ts";

/** The progress of a metric's totals. */
export interface TotalsProgress {
  metricId: string;
  accountsDone: number;
  /** Null until rebuilding begins. */
  accountsTotal: number | null;
  completedAt: string | null;
}

/**
 * Starts totals for a metric by its current definition. Rebuilding adds the events that are already stored. If there
 * are none, the totals are complete. Call it last: it holds back batches of events until the transaction ends.
 */
export async function startTotalling(tx: Tx, metric: MetricRow, now: string): Promise<void> {
  const parsed = parseMetricDefinition(metric);
  invariant(parsed.ok, `metric ${metric.id} is a valid definition`);
  await tx.sql("delete from usage_totalling where organization_id = $1 and metric_id = $2", [
    tx.organizationId,
    metric.id,
  ]);
  if (!isTotalled(parsed.definition.aggregation)) return;
  await tx.sql(
    `with held as materialized (select hold_usage_batches() as through)
     insert into usage_totalling (organization_id, metric_id, event_name, filters, aggregation, group_by, rebuilds_through)
     select $1, $2, $3, $4, $5, $6, held.through from held`,
    [tx.organizationId, metric.id, metric.eventName, json(metric.filters), json(metric.aggregation), metric.groupBy],
  );
  // A separate statement, because it must see what was committed before batches were held back.
  await tx.sql(
    `update usage_totalling set completed_at = $3 where organization_id = $1 and metric_id = $2
       and not exists (select from usage_event where organization_number = ${ORGANIZATION_NUMBER})
       and not exists (select from usage_history where organization_id = $1 and row_count > 0)`,
    [tx.organizationId, metric.id, now],
  );
}

/** The progress of the totals of all metrics that have any. */
export async function totalsProgress(tx: Tx): Promise<TotalsProgress[]> {
  return tx.sql<TotalsProgress>(
    `select metric_id, accounts_done, accounts_total, completed_at from usage_totalling
     where organization_id = $1 order by metric_id`,
    [tx.organizationId],
  );
}

/** Deletes what earlier generations left, some thousand rows at a time. Returns how many. */
export async function deleteOldTotals(tx: Tx): Promise<number> {
  const [row] = await tx.sql<{ count: string }>(
    `with old as (
       select id from usage_series s where organization_id = $1
         and not exists (select from usage_totalling t where t.generation = s.generation) limit 500
     ), totals as (delete from usage_total where series_id in (select id from old)),
     series as (delete from usage_series where id in (select id from old) returning 1)
     select count(*) as count from series`,
    [tx.organizationId],
  );
  return Number(row?.count ?? 0);
}
