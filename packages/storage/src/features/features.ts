import { build } from "../database/build.ts";
import type { Tx } from "../database/tx.ts";
import { listRows, type ListFields, type ListPage, type ListQuery } from "../lists/list.ts";
import type { Row } from "../row.ts";

/** A part of the organization's product that accounts may use or not, possibly up to a limit. */
export type FeatureRow = Row<"feature">;

export const FEATURE_FIELDS: ListFields = {
  id: { type: "text", sql: "feature.id", names: "feature" },
  key: { type: "text", sql: "feature.key" },
  name: { type: "text", sql: "feature.name" },
  type: { type: "text", sql: "feature.type" },
  metricId: { type: "text", sql: "feature.metric_id" },
  createdAt: { type: "instant", sql: "feature.created_at" },
  updatedAt: { type: "instant", sql: "feature.updated_at" },
};

export function listFeatures(tx: Tx, query: ListQuery): Promise<ListPage<FeatureRow>> {
  return listRows<FeatureRow>(tx, { table: "feature", fields: FEATURE_FIELDS }, query);
}

/** The feature with this ID or key. */
export async function findFeature(
  tx: Tx,
  idOrKey: string,
  lock: "for no key update" | "" = "",
): Promise<FeatureRow | undefined> {
  const [row] = await tx.sql<FeatureRow>(
    `select * from feature where organization_id = $1 and (key = $2 or id = $2) ${lock}`,
    [tx.organizationId, idOrKey],
  );
  return row;
}

/** The features with these keys. Unknown keys are left out. */
export async function findFeaturesByKey(tx: Tx, keys: readonly string[]): Promise<FeatureRow[]> {
  if (keys.length === 0) return [];
  return tx.sql<FeatureRow>("select * from feature where organization_id = $1 and key = any($2) order by key", [
    tx.organizationId,
    keys,
  ]);
}

/** The keys of the features measured by a metric, in order. */
export async function findFeaturesOfMetric(tx: Tx, metricId: string): Promise<string[]> {
  const rows = await tx.sql<Pick<FeatureRow, "key">>(
    "select key from feature where organization_id = $1 and metric_id = $2 order by key",
    [tx.organizationId, metricId],
  );
  return rows.map(({ key }) => key);
}

/** Inserts a feature. Returns false if its key is taken. */
export async function insertFeature(tx: Tx, feature: FeatureRow): Promise<boolean> {
  const rows = await tx.all(
    build
      .insertInto("feature")
      .values({ ...feature, organizationId: tx.organizationId })
      .onConflict((conflict) => conflict.columns(["organizationId", "key"]).doNothing())
      .returning("id"),
  );
  return rows.length > 0;
}

export async function updateFeature(tx: Tx, feature: FeatureRow): Promise<void> {
  await tx.all(
    build
      .updateTable("feature")
      .set(feature)
      .where("organizationId", "=", tx.organizationId)
      .where("id", "=", feature.id),
  );
}
