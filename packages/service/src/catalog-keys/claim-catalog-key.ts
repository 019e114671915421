import { type CatalogKeyRow, lockCatalogKeys, putCatalogKeys } from "@counterfoil/storage";
import type { Work } from "../context.ts";
import { refuseFaults } from "../errors/index.ts";
import { audit } from "../record.ts";

/**
 * Gives a new object the catalog key that the caller asked for, in the transaction that creates it (R-CAT-4). So two
 * pushes at once cannot create two objects for one entry of a file, and an interrupted push leaves no object without its
 * key. Does nothing if the caller asked for no key.
 *
 * @throws DomainError 422 `taken`, if another object of the type has the key
 */
export async function claimCatalogKey(
  work: Work,
  objectType: CatalogKeyRow["objectType"],
  objectId: string,
): Promise<void> {
  const { catalogKey: key } = work;
  if (key === undefined) return;
  const present = await lockCatalogKeys(work.tx);
  refuseFaults(takenFaults(present, { objectType, key }));
  await putCatalogKeys(work.tx, [{ objectType, objectId, key }]);
  await audit(work, { action: "catalog_key.set", objectId, before: { key: null }, after: { key } });
}

/** One fault if an object of the type has the key, else none. */
function takenFaults(present: readonly CatalogKeyRow[], asked: Pick<CatalogKeyRow, "objectType" | "key">) {
  const holder = present.find(({ objectType, key }) => objectType === asked.objectType && key === asked.key);
  if (holder === undefined) return [];
  const detail = `The ${asked.objectType} ${holder.objectId} already has the key ${JSON.stringify(asked.key)}. Update it, or choose another key.`;
  return [{ pointer: "/Catalog-Key", code: "taken", detail }];
}
