import { build } from "../database/build.ts";
import { listOf } from "../database/list-of.ts";
import type { Tx } from "../database/tx.ts";
import { json } from "../json.ts";
import { type ListFields, type ListPage, type ListQuery, listRows } from "../lists/list.ts";
import type { VersionRow } from "./subscription-row.ts";

/**
 * All versions of these subscriptions with their price groups, ordered by start and publication. Drafts without a start
 * come last.
 */
export async function findVersions(tx: Tx, subscriptionIds: readonly string[]): Promise<VersionRow[]> {
  return tx.sql<VersionRow>(
    `select v.*, coalesce(groups.list, '[]') as price_groups
     from subscription_version v
     left join lateral (
       select jsonb_agg(jsonb_build_object('name', g.name, 'description', g.description, 'bundleId', g.bundle_id,
         'priceIds', coalesce((select jsonb_agg(p.price_id order by p.position) from version_price p
            where p.organization_id = g.organization_id and p.version_id = g.version_id
              and p.group_position = g.position), '[]')) order by g.position) as list
       from version_price_group g where g.organization_id = v.organization_id and g.version_id = v.id
     ) groups on true
     where v.organization_id = $1 and v.subscription_id = any(${listOf(2)})
     order by v.subscription_id, v.start_on nulls last, v.publication_number nulls last, v.id`,
    [tx.organizationId, subscriptionIds],
    "find-versions",
  );
}

export const VERSION_FIELDS: ListFields = {
  id: { type: "text", sql: "subscription_version.id" },
  changeDescription: { type: "text", sql: "subscription_version.change_description" },
  status: { type: "text", sql: "subscription_version.status" },
  startDate: { type: "instant", sql: "subscription_version.start_date" },
  endDate: { type: "instant", sql: "subscription_version.end_date" },
  createdAt: { type: "instant", sql: "subscription_version.created_at" },
};

const OF_SUBSCRIPTION: ListFields = { subscriptionId: { type: "text", sql: "subscription_version.subscription_id" } };
const BY_START = { order: "subscription_version.start_on nulls last" };

/** One page of a subscription's versions. By default ordered by start, with drafts without a start last. */
export async function listVersions(tx: Tx, subscriptionId: string, query: ListQuery): Promise<ListPage<VersionRow>> {
  const fields = { ...VERSION_FIELDS, ...OF_SUBSCRIPTION };
  const filters = [...query.filters, { field: "subscriptionId", operator: "eq", value: subscriptionId } as const];
  const page = await listRows<{ id: string }>(
    tx,
    { table: "subscription_version", fields, ...BY_START },
    { ...query, filters },
  );
  const versions = new Map((await findVersions(tx, [subscriptionId])).map((version) => [version.id, version]));
  return { rows: page.rows.flatMap(({ id }) => versions.get(id) ?? []), total: page.total };
}

export async function insertVersion(tx: Tx, version: VersionRow): Promise<void> {
  const inserted = tx.all(
    build.insertInto("subscriptionVersion").values({ ...columns(version), organizationId: tx.organizationId }),
  );
  await Promise.all([inserted, insertGroups(tx, version)]);
}

/** Updates a version. `groups` says whether its price groups are replaced. */
export async function updateVersion(tx: Tx, version: VersionRow, groups: "replace" | "keep" = "keep"): Promise<void> {
  await tx.all(
    build
      .updateTable("subscriptionVersion")
      .set(columns(version))
      .where("organizationId", "=", tx.organizationId)
      .where("id", "=", version.id),
  );
  if (groups === "keep") return;
  await tx.sql("delete from version_price_group where organization_id = $1 and version_id = $2", [
    tx.organizationId,
    version.id,
  ]);
  await insertGroups(tx, version);
}

export async function deleteVersion(tx: Tx, id: string): Promise<void> {
  await tx.sql("delete from subscription_version where organization_id = $1 and id = $2", [tx.organizationId, id]);
}

function columns(version: VersionRow) {
  const { priceGroups: _groups, ...rest } = version;
  return {
    ...rest,
    entitlements: json(version.entitlements),
    discounts: json(version.discounts),
    thresholds: json(version.thresholds),
  };
}

async function insertGroups(tx: Tx, version: VersionRow): Promise<void> {
  const groups = version.priceGroups.map((group, position) => ({
    organizationId: tx.organizationId,
    versionId: version.id,
    position,
    name: group.name,
    description: group.description,
    bundleId: group.bundleId,
  }));
  if (groups.length === 0) return;
  const inserted = tx.all(build.insertInto("versionPriceGroup").values(groups));
  const prices = version.priceGroups.flatMap((group, groupPosition) =>
    group.priceIds.map((priceId, position) => ({
      organizationId: tx.organizationId,
      versionId: version.id,
      groupPosition,
      position,
      priceId,
    })),
  );
  await Promise.all([inserted, prices.length > 0 && tx.all(build.insertInto("versionPrice").values(prices))]);
}
