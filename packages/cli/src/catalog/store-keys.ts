import type { Client } from "@counterfoil/sdk";
import type { Section } from "./shape.ts";

/** A key of an object. */
export interface StoredKey {
  readonly section: Section;
  readonly key: string;
  readonly id: string;
}

const TYPES = { metrics: "metric", products: "product", prices: "price", bundles: "bundle", plans: "plan" } as const;
const KEYS_IN_REQUEST = 1_000;

/** Stores keys on the server, so that they stay when an object is renamed. */
export async function storeKeys(client: Client, keys: readonly StoredKey[]): Promise<void> {
  const items = keys.flatMap(({ section, key, id }) =>
    section === "features" ? [] : [{ objectType: TYPES[section], objectId: id, key }],
  );
  for (let at = 0; at < items.length; at += KEYS_IN_REQUEST) {
    await client.catalogKeys.set({ items: items.slice(at, at + KEYS_IN_REQUEST) });
  }
}
