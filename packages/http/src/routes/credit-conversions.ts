import {
  convertCredit,
  CREDIT_CONVERSION_FIELDS,
  getCreditConversion,
  listCreditConversions,
} from "@counterfoil/service";
import { listRoute, located } from "../list-route.ts";
import { route } from "../route.ts";
import { creditConversion, creditConversionCreation } from "../schemas/credit.ts";
import { byId } from "../schemas/schema.ts";

const tag = "Credit";

export const creditConversionRoutes = [
  listRoute({
    path: "/credit-conversions",
    operationId: "listCreditConversions",
    tag,
    summary: "List conversions of account credit",
    fields: CREDIT_CONVERSION_FIELDS,
    item: creditConversion,
    find: ({ context, list }) => listCreditConversions(context, list),
  }),
  route({
    method: "GET",
    path: "/credit-conversions/:id",
    operationId: "getCreditConversion",
    tag,
    summary: "Get a conversion of account credit",
    scope: "read",
    params: byId,
    status: 200,
    response: creditConversion,
    handle: ({ context, params }) => getCreditConversion(context, params.id),
  }),
  route({
    method: "POST",
    path: "/accounts/:id/credit-conversions",
    operationId: "convertCredit",
    tag,
    summary: "Convert account credit to another currency",
    description:
      "Takes all or part of the account credit in one currency and adds it in another, at the rate that you " +
      "give. Both ledger entries name the conversion. Credit grants cannot be converted: void the grant and " +
      "create a new one.",
    scope: "billing",
    params: byId,
    body: creditConversionCreation,
    status: 201,
    response: creditConversion,
    handle: async ({ context, params, body, reply }) =>
      located(reply, "/credit-conversions", await convertCredit(context, params.id, body)),
  }),
];
