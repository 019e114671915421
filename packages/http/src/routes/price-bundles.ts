import {
  archiveBundle,
  unarchiveBundle,
  BUNDLE_FIELDS,
  createBundle,
  getBundle,
  listBundles,
  updateBundle,
} from "@counterfoil/service";
import { paged, pageOf } from "../lists.ts";
import { route } from "../route.ts";
import { bundle, bundleChange, bundleCreation } from "../schemas/bundle.ts";
import { byId } from "../schemas/schema.ts";

const tag = "Price bundles";
const prices =
  "`priceIds` names existing prices. `prices` contains existing prices as `{id}`, or new ones, which are created " +
  "with the bundle. All prices must be in the same currency.";

export const priceBundleRoutes = [
  route({
    method: "GET",
    path: "/price-bundles",
    operationId: "listPriceBundles",
    tag,
    summary: "List price bundles",
    scope: "read",
    list: { fields: BUNDLE_FIELDS },
    status: 200,
    response: paged(bundle),
    handle: async ({ context, list }) => pageOf(await listBundles(context, list), list),
  }),
  route({
    method: "GET",
    path: "/price-bundles/:id",
    operationId: "getPriceBundle",
    tag,
    summary: "Get a price bundle",
    scope: "read",
    params: byId,
    status: 200,
    response: bundle,
    handle: ({ context, params }) => getBundle(context, params.id),
  }),
  route({
    method: "POST",
    path: "/price-bundles",
    operationId: "createPriceBundle",
    tag,
    summary: "Create a price bundle",
    description: prices,
    scope: "write",
    takesCatalogKey: true,
    body: bundleCreation,
    status: 201,
    response: bundle,
    async handle({ context, body, reply }) {
      const created = await createBundle(context, body);
      reply.header("Location", `/price-bundles/${created.id}`);
      return created;
    },
  }),
  route({
    method: "PATCH",
    path: "/price-bundles/:id",
    operationId: "updatePriceBundle",
    tag,
    summary: "Update a price bundle",
    description: `A merge patch; the prices are replaced as a whole. ${prices}`,
    scope: "write",
    params: byId,
    body: bundleChange,
    status: 200,
    response: bundle,
    handle: ({ context, params, body }) => updateBundle(context, params.id, body),
  }),
  route({
    method: "POST",
    path: "/price-bundles/:id/archive",
    operationId: "archivePriceBundle",
    tag,
    summary: "Archive a price bundle",
    description:
      "Plans and subscriptions can no longer add an archived bundle. Existing subscriptions do not change. Takes " +
      "no body.",
    scope: "write",
    params: byId,
    status: 200,
    response: bundle,
    handle: ({ context, params }) => archiveBundle(context, params.id),
  }),
  route({
    method: "POST",
    path: "/price-bundles/:id/unarchive",
    operationId: "unarchivePriceBundle",
    tag,
    summary: "Unarchive a price bundle",
    description: "Takes no body.",
    scope: "write",
    params: byId,
    status: 200,
    response: bundle,
    handle: ({ context, params }) => unarchiveBundle(context, params.id),
  }),
];
