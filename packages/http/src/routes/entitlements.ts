import { checkEntitlement, readEntitlements } from "@counterfoil/service";
import Type from "typebox";
import { route } from "../route.ts";
import { accountEntitlements, check, checkAnswer } from "../schemas/entitlement.ts";
import { byId, inPath, resourceId } from "../schemas/schema.ts";

const tag = "Entitlements";

export const entitlementRoutes = [
  route({
    method: "GET",
    path: "/accounts/:id/entitlements",
    operationId: "getAccountEntitlements",
    tag,
    summary: "Get the entitlements of an account",
    description:
      "Combines all active subscriptions, including trials: a boolean is true if one of them grants it, " +
      "quantities add up, and unlimited takes precedence. A subscription that is paused, ended or not yet " +
      "started grants nothing.",
    scope: "read",
    params: byId,
    status: 200,
    response: accountEntitlements,
    handle: ({ context, params }) => readEntitlements(context, params.id),
  }),
  route({
    method: "POST",
    path: "/accounts/:id/entitlements/:key/check",
    operationId: "checkEntitlement",
    tag,
    summary: "Check a feature, reserve a quantity and settle a reservation",
    description:
      "Answers whether the account may use a quantity of a feature. One call can settle the real cost of earlier " +
      "work and reserve a quantity for the next. A reservation is durable once you get the response, and counts " +
      "against the limit until you settle it or it expires. If you send the call again with the same `uniqueId`, " +
      "Counterfoil reserves only once. Concurrent calls never exceed the limit.",
    scope: "write",
    refusals: ["checks_overloaded"],
    params: Type.Object({ id: resourceId, key: inPath("The key of the feature.") }),
    body: check,
    status: 200,
    isRepeatable: true,
    countsUsage: true,
    response: checkAnswer,
    handle: ({ context, params, body }) => checkEntitlement(context, params.id, params.key, body),
  }),
];
