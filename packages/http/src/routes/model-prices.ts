import {
  cancelModelCostBackfill,
  createModelCostBackfill,
  createModelPrice,
  deleteModelPrice,
  getModelCostBackfill,
  getModelPrice,
  listCatalogModels,
  listModelCostBackfills,
  listModelPrices,
  listUnpricedModels,
  MODEL_COST_BACKFILL_FIELDS,
  MODEL_PRICE_FIELDS,
  readModelPrice,
  updateModelPrice,
} from "@counterfoil/service";
import { listRoute } from "../list-route.ts";
import { route } from "../route.ts";
import {
  applyingModelPrice,
  catalogList,
  catalogModels,
  catalogQuestion,
  modelCostBackfill,
  modelCostBackfillCreation,
  modelPrice,
  modelPriceChange,
  modelPriceCreation,
  unpricedModels,
} from "../schemas/model-price.ts";
import { byId } from "../schemas/schema.ts";

const tag = "Costs";
const MOST_LISTED = 100;

/** What model calls cost the organization (R-AI-1). */
export const modelPriceRoutes = [
  route({
    method: "GET",
    path: "/model-prices/catalog",
    operationId: "getApplyingModelPrice",
    tag,
    summary: "Look up the price of a model",
    description: "The price that applies to a model at a time: your own if there is one, else the catalog's.",
    scope: "read",
    query: catalogQuestion,
    status: 200,
    response: applyingModelPrice,
    handle: ({ context, query }) => readModelPrice(context, query),
  }),
  route({
    method: "GET",
    path: "/model-prices/unpriced",
    operationId: "listUnpricedModels",
    tag,
    summary: "List models without a price",
    description:
      "The models whose events have no cost because no price applied when they were stored, the newest 1,000. " +
      "Create a price for them, and start a backfill to price earlier events.",
    scope: "read",
    status: 200,
    response: unpricedModels,
    handle: ({ context }) => listUnpricedModels(context),
  }),
  route({
    method: "GET",
    path: "/model-prices/catalog/models",
    operationId: "listCatalogModels",
    tag,
    summary: "List the models of the catalog",
    description: "The models that the built-in catalog, or the one of `COUNTERFOIL_MODEL_PRICES`, has prices for.",
    scope: "read",
    query: catalogList,
    status: 200,
    response: catalogModels,
    async handle({ context, query: { page = "1", limit = "10", ...question } }) {
      const most = Math.min(Number(limit), MOST_LISTED);
      const { modelCount, ...found } = await listCatalogModels(context, {
        ...question,
        page: Number(page),
        limit: most,
      });
      return { ...found, pageCount: Math.ceil(modelCount / most), limit: most };
    },
  }),
  listRoute({
    path: "/model-prices/backfills",
    operationId: "listModelCostBackfills",
    tag,
    summary: "List backfills of model costs",
    fields: MODEL_COST_BACKFILL_FIELDS,
    item: modelCostBackfill,
    find: ({ context, list }) => listModelCostBackfills(context, list),
  }),
  route({
    method: "POST",
    path: "/model-prices/backfills",
    operationId: "createModelCostBackfill",
    tag,
    summary: "Start a backfill of model costs",
    description:
      "Gives model calls of open months that have no cost the cost of today's prices. A month is open until 72 hours " +
      "after its end. Costs that exist never change. A worker does it: read `progressPercent` and `status`. With the mode " +
      "`preview`, it only counts the events and their cost.",
    scope: "write",
    refusals: ["state_conflict"],
    body: modelCostBackfillCreation,
    status: 201,
    response: modelCostBackfill,
    async handle({ context, body, reply }) {
      const created = await createModelCostBackfill(context, body);
      reply.header("Location", `/model-prices/backfills/${created.id}`);
      return created;
    },
  }),
  route({
    method: "GET",
    path: "/model-prices/backfills/:id",
    operationId: "getModelCostBackfill",
    tag,
    summary: "Get a backfill of model costs",
    scope: "read",
    params: byId,
    status: 200,
    response: modelCostBackfill,
    handle: ({ context, params }) => getModelCostBackfill(context, params.id),
  }),
  route({
    method: "POST",
    path: "/model-prices/backfills/:id/cancel",
    operationId: "cancelModelCostBackfill",
    tag,
    summary: "Cancel a backfill of model costs",
    description: "Costs that it has stored stay.",
    scope: "write",
    refusals: ["state_conflict"],
    params: byId,
    status: 200,
    response: modelCostBackfill,
    handle: ({ context, params }) => cancelModelCostBackfill(context, params.id),
  }),
  listRoute({
    path: "/model-prices",
    operationId: "listModelPrices",
    tag,
    summary: "List model prices",
    fields: MODEL_PRICE_FIELDS,
    item: modelPrice,
    find: ({ context, list }) => listModelPrices(context, list),
  }),
  route({
    method: "GET",
    path: "/model-prices/:id",
    operationId: "getModelPrice",
    tag,
    summary: "Get a model price",
    scope: "read",
    params: byId,
    status: 200,
    response: modelPrice,
    handle: ({ context, params }) => getModelPrice(context, params.id),
  }),
  route({
    method: "POST",
    path: "/model-prices",
    operationId: "createModelPrice",
    tag,
    summary: "Create a model price",
    description:
      "What a million tokens of a model cost you, instead of the catalog's price. Of the prices that match an event, " +
      "one with the whole name of the model applies before one with `*`, a longer name before a shorter one, and of " +
      "these the latest. Counterfoil computes the cost when it stores the event, and never changes it afterwards. " +
      "A backfill prices earlier events that have no cost.",
    scope: "write",
    refusals: ["state_conflict"],
    body: modelPriceCreation,
    status: 201,
    response: modelPrice,
    async handle({ context, body, reply }) {
      const created = await createModelPrice(context, body);
      reply.header("Location", `/model-prices/${created.id}`);
      return created;
    },
  }),
  route({
    method: "PATCH",
    path: "/model-prices/:id",
    operationId: "updateModelPrice",
    tag,
    summary: "End a model price",
    description:
      "Sets or removes the end. Everything else is fixed: create another price with a later `validFrom` instead. " +
      "Frozen costs do not change.",
    scope: "write",
    params: byId,
    body: modelPriceChange,
    status: 200,
    response: modelPrice,
    handle: ({ context, params, body }) => updateModelPrice(context, params.id, body),
  }),
  route({
    method: "DELETE",
    path: "/model-prices/:id",
    operationId: "deleteModelPrice",
    tag,
    summary: "Delete a model price",
    description: "New events are no longer priced with it. Costs that were computed with it stay.",
    scope: "write",
    params: byId,
    status: 204,
    response: null,
    async handle({ context, params }) {
      await deleteModelPrice(context, params.id);
      return null;
    },
  }),
];
