import { type Client, CounterfoilError } from "@counterfoil/sdk";
import { CommandError } from "../command.ts";
import type { Section } from "./shape.ts";

/** A key of an object. */
export interface StoredKey {
  readonly section: Section;
  readonly key: string;
  readonly id: string;
}

/** The types of objects in `/catalog-keys`. */
export const OBJECT_TYPES = {
  metrics: "metric",
  products: "product",
  prices: "price",
  bundles: "bundle",
  plans: "plan",
} as const;
const KEYS_IN_REQUEST = 1_000;

/** Stores keys on the server, so that they stay when an object is renamed. */
export async function storeKeys(client: Client, keys: readonly StoredKey[]): Promise<void> {
  const items = keys.flatMap(({ section, key, id }) =>
    section === "features" ? [] : [{ objectType: OBJECT_TYPES[section], objectId: id, key }],
  );
  for (let at = 0; at < items.length; at += KEYS_IN_REQUEST) {
    await client.catalogKeys.set({ items: items.slice(at, at + KEYS_IN_REQUEST) });
  }
}

const NOT_ALLOWED = 6;

/**
 * Refuses a push with a key that cannot write, before anything is changed.
 * @throws CommandError that names the missing scope
 */
export async function requireWriteScope(client: Client): Promise<void> {
  try {
    await client.catalogKeys.set({ items: [] });
  } catch (error) {
    if (!(error instanceof CounterfoilError) || error.code !== "insufficient_scope") throw error;
    throw new CommandError(
      `Nothing was changed: push needs an API key with the scope write. ${error.message}\n` +
        "An administrator can create such a key at /app/api-keys. catalog plan works with this one.",
      NOT_ALLOWED,
      { cause: error },
    );
  }
}
