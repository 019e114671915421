import type { CatalogKeyRow } from "@counterfoil/storage";
import type { Fault } from "../errors/index.ts";

type Asked = Pick<CatalogKeyRow, "objectType" | "objectId"> & { readonly key: string | null };

/** The faults of keys to be set: objects that do not exist or are named twice, and keys that other objects have afterwards. */
export function catalogKeyFaults(
  asked: readonly Asked[],
  present: readonly CatalogKeyRow[],
  known: ReadonlySet<string>,
): Fault[] {
  const named = new Set(asked.map(({ objectId }) => objectId));
  const takenBy = new Map<string, string>();
  for (const row of present) if (!named.has(row.objectId)) takenBy.set(placeOf(row), row.objectId);
  const seen = new Set<string>();
  return asked.flatMap(({ objectType, objectId, key }, index): Fault[] => {
    const at = `/items/${index}`;
    if (!known.has(objectId)) {
      const detail = `There is no ${objectType} ${JSON.stringify(objectId)}.`;
      return [{ pointer: `${at}/objectId`, code: "unknown_object", detail }];
    }
    if (seen.has(objectId)) {
      const detail = `${objectId} is listed twice. List each object once.`;
      return [{ pointer: `${at}/objectId`, code: "repeated_object", detail }];
    }
    seen.add(objectId);
    if (key === null) return [];
    const holder = takenBy.get(placeOf({ objectType, key }));
    if (holder === undefined) {
      takenBy.set(placeOf({ objectType, key }), objectId);
      return [];
    }
    const detail = `The ${objectType} ${holder} already has the key ${JSON.stringify(key)}. Choose another key.`;
    return [{ pointer: `${at}/key`, code: "taken", detail }];
  });
}

function placeOf({ objectType, key }: Pick<CatalogKeyRow, "objectType" | "key">): string {
  return `${objectType} ${key}`;
}
