import {
  type CatalogKeyRow,
  deleteCatalogKeys,
  knownCatalogObjects,
  type ListPage,
  type ListQuery,
  listCatalogKeys as listRows,
  lockCatalogKeys,
  putCatalogKeys,
} from "@counterfoil/storage";
import { type Context, read, transact } from "../context.ts";
import { refuseFaults } from "../errors/index.ts";
import { auditAll } from "../record.ts";
import { catalogKeyFaults } from "./check-catalog-keys.ts";

export type CatalogKey = CatalogKeyRow;

/** Null removes the key. */
export interface CatalogKeyInput extends Pick<CatalogKey, "objectType" | "objectId"> {
  readonly key: string | null;
}

export function listCatalogKeys(context: Context, query: ListQuery): Promise<ListPage<CatalogKey>> {
  return read(context, (tx) => listRows(tx, query));
}

/** Sets the keys of objects in catalog files (R-CAT-4), all or none. Returns the keys that are set, in the order of the input. */
export function setCatalogKeys(context: Context, inputs: readonly CatalogKeyInput[]): Promise<CatalogKey[]> {
  return transact(context, async (work) => {
    const present = await lockCatalogKeys(work.tx);
    const known = await knownCatalogObjects(work.tx, inputs);
    refuseFaults(catalogKeyFaults(inputs, present, known));
    const before = new Map(present.map((row) => [row.objectId, row]));
    const wanted = inputs.flatMap(({ key, ...object }) => (key === null ? [] : [{ ...object, key }]));
    const changed = inputs.filter(({ objectId, key }) => (before.get(objectId)?.key ?? null) !== key);
    const changedIds = new Set(changed.map(({ objectId }) => objectId));
    await deleteCatalogKeys(
      work.tx,
      changed.filter(({ key }) => key === null).map(({ objectId }) => objectId),
    );
    await putCatalogKeys(
      work.tx,
      wanted.filter(({ objectId }) => changedIds.has(objectId)),
    );
    await auditAll(
      work,
      changed.map(({ objectId, key }) => ({
        action: "catalog_key.set",
        objectId,
        before: { key: before.get(objectId)?.key ?? null },
        after: { key },
      })),
    );
    return wanted;
  });
}
