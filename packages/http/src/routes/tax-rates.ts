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
      "It applies where country, region, taxCategory and taxStatus fit; what is left out fits all. The most specific rate wins, " +
      "and several that ask for the same apply together. Accounts and prices can also name rates by id.",
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
    summary: "Change a tax rate",
    description:
      "For what is billed from now on, and for drafts when they are issued; issued invoices stay as they are.",
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
    description: "It applies to nothing more and stays readable. Archiving an archived one changes nothing.",
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
