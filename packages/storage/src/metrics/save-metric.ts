import { build } from "../database/build.ts";
import type { Tx } from "../database/tx.ts";
import { json } from "../json.ts";
import type { MetricRow } from "./metric-row.ts";

export async function insertMetric(tx: Tx, metric: MetricRow): Promise<void> {
  await tx.all(build.insertInto("metric").values({ ...columns(metric), organizationId: tx.organizationId }));
}

export async function updateMetric(tx: Tx, metric: MetricRow): Promise<void> {
  await tx.all(
    build
      .updateTable("metric")
      .set(columns(metric))
      .where("organizationId", "=", tx.organizationId)
      .where("id", "=", metric.id),
  );
}

function columns(metric: MetricRow) {
  return { ...metric, filters: json(metric.filters), aggregation: json(metric.aggregation) };
}
