import { CATALOG_KEY_TYPES } from "@counterfoil/service";
import Type from "typebox";
import { nullable, oneOf, record } from "./schema.ts";

export const CATALOG_KEY_PATTERN = "^[a-z0-9]+([_-][a-z0-9]+)*$";
export const CATALOG_KEY_LENGTH = 100;
const MOST_KEYS = 1_000;

const object = {
  objectType: oneOf(CATALOG_KEY_TYPES),
  objectId: Type.String({ minLength: 1, maxLength: 255 }),
};
const key = Type.String({
  pattern: CATALOG_KEY_PATTERN,
  maxLength: CATALOG_KEY_LENGTH,
  description: "Lowercase letters and digits, separated by single `-` or `_`. Unique among the objects of the type.",
  examples: ["team-eur"],
});

export const catalogKey = record({ ...object, key }, { title: "CatalogKey" });

export const catalogKeys = record({
  items: Type.Array(catalogKey, { description: "The keys that are set, in the order of the request." }),
});

export const catalogKeysInput = record({
  items: Type.Array(record({ ...object, key: nullable({ ...key, description: "Null removes the key." }) }), {
    maxItems: MOST_KEYS,
    description: "An empty list sets nothing, and shows whether the API key has the scope write.",
  }),
});
