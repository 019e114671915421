import {
  createSpendLimit,
  getSpendLimit,
  listSpendLimits,
  SPEND_LIMIT_FIELDS,
  updateSpendLimit,
} from "@counterfoil/service";
import { listRoute, located } from "../list-route.ts";
import { route } from "../route.ts";
import { byId } from "../schemas/schema.ts";
import { spendLimit, spendLimitChange, spendLimitCreation } from "../schemas/spend-limit.ts";

const tag = "Spend limits";

export const spendLimitRoutes = [
  listRoute({
    path: "/spend-limits",
    operationId: "listSpendLimits",
    tag,
    summary: "List spend limits",
    fields: SPEND_LIMIT_FIELDS,
    item: spendLimit,
    find: ({ context, list }) => listSpendLimits(context, list),
  }),
  route({
    method: "GET",
    path: "/spend-limits/:id",
    operationId: "getSpendLimit",
    tag,
    summary: "Get a spend limit",
    scope: "read",
    params: byId,
    status: 200,
    response: spendLimit,
    handle: ({ context, params }) => getSpendLimit(context, params.id),
  }),
  route({
    method: "POST",
    path: "/spend-limits",
    operationId: "createSpendLimit",
    tag,
    summary: "Create a spend limit",
    description:
      "Limits what usage of an account or of its family, or of one metric or product, may cost in a billing period. Counterfoil " +
      "sends a `spend_limit.reached` notification for each percentage once per period, and immediately if usage has " +
      "already reached it. A hard limit makes `credit/check` and `credit/hold` answer `allowed: false` with the reason " +
      "`spend_limit`. Events that you send without a hold are stored even above a hard limit.",
    scope: "write",
    body: spendLimitCreation,
    status: 201,
    response: spendLimit,
    handle: async ({ context, body, reply }) => located(reply, "/spend-limits", await createSpendLimit(context, body)),
  }),
  route({
    method: "PATCH",
    path: "/spend-limits/:id",
    operationId: "updateSpendLimit",
    tag,
    summary: "Update a spend limit",
    description:
      "You can change the amount, the enforcement and the percentages, and turn the limit on or off. What it counts " +
      "cannot be changed. Percentages that were already reported in the current period are not reported again.",
    scope: "write",
    params: byId,
    body: spendLimitChange,
    status: 200,
    response: spendLimit,
    handle: ({ context, params, body }) => updateSpendLimit(context, params.id, body),
  }),
];
