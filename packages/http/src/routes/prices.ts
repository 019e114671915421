import {
  archivePrice,
  unarchivePrice,
  createPrice,
  getPrice,
  listPrices,
  previewPrices,
  PRICE_FIELDS,
  updatePrice,
} from "@counterfoil/service";
import { paged, pageOf } from "../lists.ts";
import { route } from "../route.ts";
import { price, priceInput } from "../schemas/price.ts";
import { pricePreview, pricePreviewInput } from "../schemas/price-preview.ts";
import { byId } from "../schemas/schema.ts";

const tag = "Prices";

export const priceRoutes = [
  route({
    method: "GET",
    path: "/prices",
    operationId: "listPrices",
    tag,
    summary: "List prices",
    scope: "read",
    list: { fields: PRICE_FIELDS },
    status: 200,
    response: paged(price),
    handle: async ({ context, list }) => pageOf(await listPrices(context, list), list),
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
      "A price has the pricing model that matches its type. Every type but fixed is charged by usage: it needs a " +
      "metered product and at least one metric.",
    scope: "write",
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
    summary: "Change a price that is not sold yet",
    description:
      "Merge patch; the pricing model, discount and spend limits are replaced as a whole. Once a published version " +
      "sells the price it cannot change (409): make a new one. Only the default price of a matrix that has none can then still be " +
      "set, once: send the whole matrixPricingModel with defaultPricePerUnit.",
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
    summary: "See what prices cost at some quantities",
    description:
      "Of prices that exist or are only thought of, for a whole billing period; a prepaid model with what is paid in advance. Takes " +
      "the quantities, or from, to and steps. Nothing is written.",
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
      "No bundle, plan or subscription can take it up anew; what is sold goes on being billed. Takes no body.",
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
    summary: "Take a price out of the archive",
    description: "Takes no body.",
    scope: "write",
    params: byId,
    status: 200,
    response: price,
    handle: ({ context, params }) => unarchivePrice(context, params.id),
  }),
];
