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
    description: "Answers all products unless page or limit is given.",
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
      "paymentTerms is advance by default for a fixed product and arrears for a metered one, billingFrequency " +
      "recurring. A metered product is in arrears and recurring and needs a metric; a fixed one has none.",
    scope: "write",
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
    summary: "Change a product",
    description: "Merge patch. Once a price exists, feeType, paymentTerms and billingFrequency cannot change (409).",
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
    description: "No new price can be made for it; what is sold stays sold. Takes no body.",
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
    summary: "Take a product out of the archive",
    description: "Takes no body.",
    scope: "write",
    params: byId,
    status: 200,
    response: product,
    handle: ({ context, params }) => unarchiveProduct(context, params.id),
  }),
];
