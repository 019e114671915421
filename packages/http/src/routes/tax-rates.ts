import {
  archiveTaxRate,
  createTaxRate,
  getTaxRate,
  listTaxRates,
  TAX_RATE_FIELDS,
  updateTaxRate,
} from "@counterfoil/service";
import { paged, pageOf } from "../lists.ts";
import { route } from "../route.ts";
import { byId } from "../schemas/schema.ts";
import { taxRate, taxRateChange, taxRateCreation } from "../schemas/tax.ts";

const tag = "Tax";

export const taxRateRoutes = [
  route({
    method: "GET",
    path: "/tax-rates",
    operationId: "listTaxRates",
    tag,
    summary: "List tax rates",
    scope: "read",
    list: { fields: TAX_RATE_FIELDS },
    status: 200,
    response: paged(taxRate),
    handle: async ({ context, list }) => pageOf(await listTaxRates(context, list), list),
  }),
  route({
    method: "GET",
    path: "/tax-rates/:id",
    operationId: "getTaxRate",
    tag,
    summary: "Get a tax rate",
    scope: "read",
    params: byId,
    status: 200,
    response: taxRate,
    handle: ({ context, params }) => getTaxRate(context, params.id),
  }),
  route({
    method: "POST",
    path: "/tax-rates",
    operationId: "createTaxRate",
    tag,
    summary: "Create a tax rate",
    description:
      "The rate applies if `country`, `region`, `taxCategory` and `taxStatus` match; empty fields match " +
      "everything. The most specific rate takes precedence, and rates that are equally specific apply together. " +
      "Accounts and prices can also name rates by ID.",
    scope: "write",
    body: taxRateCreation,
    status: 201,
    response: taxRate,
    async handle({ context, body, reply }) {
      const created = await createTaxRate(context, body);
      reply.header("Location", `/tax-rates/${created.id}`);
      return created;
    },
  }),
  route({
    method: "PATCH",
    path: "/tax-rates/:id",
    operationId: "updateTaxRate",
    tag,
    summary: "Update a tax rate",
    description:
      "Applies to everything billed from now on, and to drafts when they are issued. Issued invoices do not " +
      "change.",
    scope: "write",
    params: byId,
    body: taxRateChange,
    status: 200,
    response: taxRate,
    handle: ({ context, params, body }) => updateTaxRate(context, params.id, body),
  }),
  route({
    method: "DELETE",
    path: "/tax-rates/:id",
    operationId: "archiveTaxRate",
    tag,
    summary: "Archive a tax rate",
    description:
      "New invoices do not use an archived rate, but you can still read it. Archiving an archived rate has no " +
      "effect.",
    scope: "write",
    params: byId,
    status: 204,
    response: null,
    async handle({ context, params }) {
      await archiveTaxRate(context, params.id);
      return null;
    },
  }),
];
