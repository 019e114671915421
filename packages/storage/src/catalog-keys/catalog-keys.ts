import type { Tx } from "../database/tx.ts";
import { listRows, type ListFields, type ListPage, type ListQuery } from "../lists/list.ts";
import type { Row } from "../row.ts";

/** The key of an object in catalog files (R-CAT-4). */
export type CatalogKeyRow = Row<"catalogKey">;

export const CATALOG_KEY_FIELDS: ListFields = {
  objectType: { type: "text", sql: "catalog_key.object_type" },
  objectId: { type: "text", sql: "catalog_key.object_id" },
  key: { type: "text", sql: "catalog_key.key" },
};

export function listCatalogKeys(tx: Tx, query: ListQuery): Promise<ListPage<CatalogKeyRow>> {
  const order = "catalog_key.object_type";
  return listRows(tx, { table: "catalog_key", fields: CATALOG_KEY_FIELDS, order, key: "object_id" }, query);
}

/** Locks all keys of the organization against other changes of keys, and returns them. */
export async function lockCatalogKeys(tx: Tx): Promise<CatalogKeyRow[]> {
  await tx.sql("select pg_advisory_xact_lock(hashtextextended('catalog keys ' || $1::text, 0))", [tx.organizationId]);
  return tx.sql<CatalogKeyRow>(
    "select object_type, object_id, key from catalog_key where organization_id = $1 order by object_id",
    [tx.organizationId],
  );
}

/** Writes keys. An object that has one gets the new one. Lock the keys first. */
export async function putCatalogKeys(tx: Tx, keys: readonly CatalogKeyRow[]): Promise<void> {
  // First removed, so that two objects can exchange their keys.
  await deleteCatalogKeys(
    tx,
    keys.map(({ objectId }) => objectId),
  );
  await tx.sql(
    `insert into catalog_key (organization_id, object_type, object_id, key)
     select $1, * from unnest($2::text[], $3::text[], $4::text[])`,
    [
      tx.organizationId,
      keys.map(({ objectType }) => objectType),
      keys.map(({ objectId }) => objectId),
      keys.map(({ key }) => key),
    ],
  );
}

export async function deleteCatalogKeys(tx: Tx, objectIds: readonly string[]): Promise<void> {
  await tx.sql("delete from catalog_key where organization_id = $1 and object_id = any($2)", [
    tx.organizationId,
    objectIds,
  ]);
}

/** Gives the key of one object, if it has one, to another. */
export async function moveCatalogKey(tx: Tx, fromId: string, toId: string): Promise<void> {
  await tx.sql("update catalog_key set object_id = $3 where organization_id = $1 and object_id = $2", [
    tx.organizationId,
    fromId,
    toId,
  ]);
}

/** Which of these objects exist. */
export async function knownCatalogObjects(
  tx: Tx,
  objects: readonly Pick<CatalogKeyRow, "objectType" | "objectId">[],
): Promise<Set<string>> {
  const rows = await tx.sql<{ objectId: string }>(
    `select asked.object_id from unnest($2::text[], $3::text[]) as asked (object_type, object_id)
     where case asked.object_type
       when 'metric' then exists (select from metric o where o.organization_id = $1 and o.id = asked.object_id)
       when 'product' then exists (select from product o where o.organization_id = $1 and o.id = asked.object_id)
       when 'price' then exists (select from price o where o.organization_id = $1 and o.id = asked.object_id)
       when 'bundle' then exists (select from bundle o where o.organization_id = $1 and o.id = asked.object_id)
       else exists (select from plan o where o.organization_id = $1 and o.id = asked.object_id) end`,
    [tx.organizationId, objects.map(({ objectType }) => objectType), objects.map(({ objectId }) => objectId)],
  );
  return new Set(rows.map(({ objectId }) => objectId));
}
