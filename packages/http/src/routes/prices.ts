import {
  archivePrice,
  unarchivePrice,
  createPrice,
  getPrice,
  listPrices,
  listPricesWithSubscriptions,
  previewPrices,
  PRICE_FIELDS,
  updatePrice,
} from "@counterfoil/service";
import Type from "typebox";
import { paged, pageOf } from "../lists.ts";
import { route } from "../route.ts";
import { listedPrice, price, priceInput } from "../schemas/price.ts";
import { pricePreview, pricePreviewInput } from "../schemas/price-preview.ts";
import { byId, oneOf } from "../schemas/schema.ts";

const tag = "Prices";

export const priceRoutes = [
  route({
    method: "GET",
    path: "/prices",
    operationId: "listPrices",
    tag,
    summary: "List prices",
    scope: "read",
    description:
      "Prices that were created for one subscription are listed too. To leave them out, filter with " +
      '`{"field": "subscriptionId", "operator": "exists", "value": false}`.',
    query: Type.Object({
      include: Type.Optional(
        oneOf(["subscription"], "`subscription` adds the subscription that a price was created for."),
      ),
    }),
    list: { fields: PRICE_FIELDS },
    status: 200,
    response: paged(listedPrice),
    async handle({ context, list, query }) {
      const page =
        query.include === "subscription"
          ? await listPricesWithSubscriptions(context, list)
          : await listPrices(context, list);
      return pageOf<(typeof page.rows)[number]>(page, list);
    },
  }),
  route({
    method: "GET",
    path: "/prices/:id",
    operationId: "getPrice",
    tag,
    summary: "Get a price",
    scope: "read",
    params: byId,
    status: 200,
    response: price,
    handle: ({ context, params }) => getPrice(context, params.id),
  }),
  route({
    method: "POST",
    path: "/prices",
    operationId: "createPrice",
    tag,
    summary: "Create a price",
    description:
      "Send the pricing model that matches the price's type. Every type except fixed is charged by usage, and " +
      "needs a metered product and at least one metric.",
    scope: "write",
    takesCatalogKey: true,
    body: priceInput,
    status: 201,
    response: price,
    async handle({ context, body, reply }) {
      const created = await createPrice(context, body);
      reply.header("Location", `/prices/${created.id}`);
      return created;
    },
  }),
  route({
    method: "PATCH",
    path: "/prices/:id",
    operationId: "updatePrice",
    tag,
    summary: "Update a price",
    description:
      "A merge patch; the pricing model, discount and spend limits are replaced as a whole. A price that a published " +
      "version or a sent quote sells never changes. Instead, the response is a new price with another `id`, whose " +
      "`replacesPriceId` is the old price. Bundles and plans switch to the new price, and the old one is archived, with " +
      "`replacedByPriceId`. Subscriptions and drafts keep the old price. A price that was replaced cannot change again " +
      "(409). One exception: a matrix without a default price gets it in place. Send the whole `matrixPricingModel` with " +
      "`defaultPricePerUnit`.",
    scope: "write",
    params: byId,
    body: priceInput,
    status: 200,
    response: price,
    handle: ({ context, params, body }) => updatePrice(context, params.id, body),
  }),
  route({
    method: "POST",
    path: "/prices/preview",
    operationId: "previewPrices",
    tag,
    summary: "Preview prices at given quantities",
    description:
      "Previews existing or hypothetical prices for a whole billing period. A prepaid model includes what is " +
      "paid in advance. Send the quantities, or `from`, `to` and `steps`. Saves nothing.",
    scope: "read",
    body: pricePreviewInput,
    status: 200,
    response: pricePreview,
    handle: async ({ context, body }) => ({ prices: await previewPrices(context, body) }),
  }),
  route({
    method: "POST",
    path: "/prices/:id/archive",
    operationId: "archivePrice",
    tag,
    summary: "Archive a price",
    description:
      "Bundles, plans and subscriptions can no longer add an archived price. Existing subscriptions continue to " +
      "be billed. Takes no body.",
    scope: "write",
    params: byId,
    status: 200,
    response: price,
    handle: ({ context, params }) => archivePrice(context, params.id),
  }),
  route({
    method: "POST",
    path: "/prices/:id/unarchive",
    operationId: "unarchivePrice",
    tag,
    summary: "Unarchive a price",
    description: "Takes no body.",
    scope: "write",
    params: byId,
    status: 200,
    response: price,
    handle: ({ context, params }) => unarchivePrice(context, params.id),
  }),
];
