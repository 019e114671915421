import {
  COST_PRICE_FIELDS,
  createCostPrice,
  deleteCostPrice,
  getCostPrice,
  listCostPrices,
  updateCostPrice,
} from "@counterfoil/service";
import { listRoute } from "../list-route.ts";
import { route } from "../route.ts";
import { costPrice, costPriceChange, costPriceCreation } from "../schemas/cost-price.ts";
import { byId } from "../schemas/schema.ts";

const tag = "Costs";

/** What usage costs the organization (R-COST-1). */
export const costPriceRoutes = [
  listRoute({
    path: "/cost-prices",
    operationId: "listCostPrices",
    tag,
    summary: "List cost prices",
    fields: COST_PRICE_FIELDS,
    item: costPrice,
    find: ({ context, list }) => listCostPrices(context, list),
  }),
  route({
    method: "GET",
    path: "/cost-prices/:id",
    operationId: "getCostPrice",
    tag,
    summary: "Get a cost price",
    scope: "read",
    params: byId,
    status: 200,
    response: costPrice,
    handle: ({ context, params }) => getCostPrice(context, params.id),
  }),
  route({
    method: "POST",
    path: "/cost-prices",
    operationId: "createCostPrice",
    tag,
    summary: "Create a cost price",
    description:
      "What one unit of a metric costs you. Of the prices that match an event and its timestamp, the one with the " +
      "most properties applies, and of these the latest. Counterfoil computes the cost when it stores the event, " +
      "and never changes it afterwards. If `validFrom` is in the past, a worker gives earlier events the costs " +
      "that they lack; costs that exist stay as they are. Events that were sent with a `cost` are left out.",
    scope: "write",
    refusals: ["state_conflict"],
    body: costPriceCreation,
    status: 201,
    response: costPrice,
    async handle({ context, body, reply }) {
      const created = await createCostPrice(context, body);
      reply.header("Location", `/cost-prices/${created.id}`);
      return created;
    },
  }),
  route({
    method: "PATCH",
    path: "/cost-prices/:id",
    operationId: "updateCostPrice",
    tag,
    summary: "End a cost price",
    description:
      "Sets or removes the end. Everything else is fixed: create another price with a later `validFrom` instead. " +
      "Frozen costs do not change.",
    scope: "write",
    params: byId,
    body: costPriceChange,
    status: 200,
    response: costPrice,
    handle: ({ context, params, body }) => updateCostPrice(context, params.id, body),
  }),
  route({
    method: "DELETE",
    path: "/cost-prices/:id",
    operationId: "deleteCostPrice",
    tag,
    summary: "Delete a cost price",
    description: "New events are no longer priced with it. Costs that were computed with it stay.",
    scope: "write",
    params: byId,
    status: 204,
    response: null,
    async handle({ context, params }) {
      await deleteCostPrice(context, params.id);
      return null;
    },
  }),
];
