import {
  archiveProduct,
  createProduct,
  getProduct,
  listProducts,
  PRODUCT_FIELDS,
  unarchiveProduct,
  updateProduct,
} from "@counterfoil/service";
import Type from "typebox";
import { route } from "../route.ts";
import { product, productChange, productCreation } from "../schemas/product.ts";
import { byId, record } from "../schemas/schema.ts";

const tag = "Products";

export const productRoutes = [
  route({
    method: "GET",
    path: "/products",
    operationId: "listProducts",
    tag,
    summary: "List products",
    description: "Returns all products unless you set `page` or `limit`.",
    scope: "read",
    list: { fields: PRODUCT_FIELDS, unpagedByDefault: true },
    status: 200,
    response: record({ products: Type.Array(product) }),
    handle: async ({ context, list }) => ({ products: (await listProducts(context, list)).rows }),
  }),
  route({
    method: "GET",
    path: "/products/:id",
    operationId: "getProduct",
    tag,
    summary: "Get a product",
    scope: "read",
    params: byId,
    status: 200,
    response: product,
    handle: ({ context, params }) => getProduct(context, params.id),
  }),
  route({
    method: "POST",
    path: "/products",
    operationId: "createProduct",
    tag,
    summary: "Create a product",
    description:
      "`paymentTerms` defaults to advance for a fixed product and to arrears for a metered one; " +
      "`billingFrequency` defaults to recurring. A metered product must be in arrears and recurring, and needs a " +
      "metric. A fixed product has no metric.",
    scope: "write",
    takesCatalogKey: true,
    body: productCreation,
    status: 201,
    response: product,
    async handle({ context, body, reply }) {
      const created = await createProduct(context, body);
      reply.header("Location", `/products/${created.id}`);
      return created;
    },
  }),
  route({
    method: "PATCH",
    path: "/products/:id",
    operationId: "updateProduct",
    tag,
    summary: "Update a product",
    description:
      "A merge patch. Once the product has a price, `feeType`, `paymentTerms` and `billingFrequency` cannot change " +
      "(409).",
    scope: "write",
    params: byId,
    body: productChange,
    status: 200,
    response: product,
    handle: ({ context, params, body }) => updateProduct(context, params.id, body),
  }),
  route({
    method: "POST",
    path: "/products/:id/archive",
    operationId: "archiveProduct",
    tag,
    summary: "Archive a product",
    description:
      "You cannot create prices for an archived product. Existing subscriptions do not change. Takes no body.",
    scope: "write",
    params: byId,
    status: 200,
    response: product,
    handle: ({ context, params }) => archiveProduct(context, params.id),
  }),
  route({
    method: "POST",
    path: "/products/:id/unarchive",
    operationId: "unarchiveProduct",
    tag,
    summary: "Unarchive a product",
    description: "Takes no body.",
    scope: "write",
    params: byId,
    status: 200,
    response: product,
    handle: ({ context, params }) => unarchiveProduct(context, params.id),
  }),
];
