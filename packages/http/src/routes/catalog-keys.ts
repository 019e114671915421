import { CATALOG_KEY_FIELDS, listCatalogKeys, setCatalogKeys } from "@counterfoil/service";
import { listRoute } from "../list-route.ts";
import { route } from "../route.ts";
import { catalogKey, catalogKeys, catalogKeysInput } from "../schemas/catalog-key.ts";

const tag = "Catalog keys";

export const catalogKeyRoutes = [
  listRoute({
    path: "/catalog-keys",
    operationId: "listCatalogKeys",
    tag,
    summary: "List catalog keys",
    description:
      "The names of metrics, products, prices, bundles and plans in catalog files. A key stays when its object is " +
      "renamed, and moves to the price that replaces a sold one.",
    fields: CATALOG_KEY_FIELDS,
    item: catalogKey,
    find: ({ context, list }) => listCatalogKeys(context, list),
  }),
  route({
    method: "PUT",
    path: "/catalog-keys",
    operationId: "setCatalogKeys",
    tag,
    summary: "Set catalog keys",
    description: "Sets up to 1,000 keys, all or none. `counterfoil catalog pull` and `push` do this for you.",
    scope: "write",
    body: catalogKeysInput,
    status: 200,
    response: catalogKeys,
    handle: async ({ context, body }) => ({ items: await setCatalogKeys(context, body.items) }),
  }),
];
