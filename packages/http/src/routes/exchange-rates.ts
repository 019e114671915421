import {
  deleteExchangeRate,
  EXCHANGE_RATE_FIELDS,
  getExchangeRate,
  listExchangeRates,
  setExchangeRates,
} from "@counterfoil/service";
import { listRoute } from "../list-route.ts";
import { route } from "../route.ts";
import { exchangeRate, exchangeRates, exchangeRatesInput } from "../schemas/exchange-rate.ts";
import { byId } from "../schemas/schema.ts";

const tag = "Exchange rates";

export const exchangeRateRoutes = [
  listRoute({
    path: "/exchange-rates",
    operationId: "listExchangeRates",
    tag,
    summary: "List exchange rates",
    description: "These rates convert figures into the organization's `reportingCurrency`. Invoices do not use them.",
    fields: EXCHANGE_RATE_FIELDS,
    item: exchangeRate,
    find: ({ context, list }) => listExchangeRates(context, list),
  }),
  route({
    method: "GET",
    path: "/exchange-rates/:id",
    operationId: "getExchangeRate",
    tag,
    summary: "Get an exchange rate",
    scope: "read",
    params: byId,
    status: 200,
    response: exchangeRate,
    handle: ({ context, params }) => getExchangeRate(context, params.id),
  }),
  route({
    method: "PUT",
    path: "/exchange-rates",
    operationId: "setExchangeRates",
    tag,
    summary: "Set exchange rates",
    description:
      "Sets up to 1,000 rates, all or none. A rate of the same two currencies and day is replaced and keeps its ID.",
    scope: "write",
    body: exchangeRatesInput,
    status: 200,
    response: exchangeRates,
    handle: async ({ context, body }) => ({ items: await setExchangeRates(context, body.items) }),
  }),
  route({
    method: "DELETE",
    path: "/exchange-rates/:id",
    operationId: "deleteExchangeRate",
    tag,
    summary: "Delete an exchange rate",
    scope: "write",
    params: byId,
    status: 204,
    response: null,
    async handle({ context, params }) {
      await deleteExchangeRate(context, params.id);
      return null;
    },
  }),
];
