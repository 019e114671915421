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
    summary: "Get what an account may use now",
    description:
      "Through all its active subscriptions, trials included: booleans are or'ed, quantities add up, unlimited wins. A " +
      "subscription that is paused, over or not yet begun grants nothing.",
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
    summary: "Ask whether an account may use so much of a feature, reserve it, and settle what was reserved",
    description:
      "One call can settle the real cost of earlier work and reserve for the next. A reservation is durable when it is " +
      "answered, counts against the limit until it is settled or expires, and is made once however often the call is sent " +
      "with its uniqueId. No number of concurrent calls passes the limit.",
    scope: "write",
    refusals: ["checks_overloaded"],
    params: Type.Object({ id: resourceId, key: inPath("Of the feature.") }),
    body: check,
    status: 200,
    isRepeatable: true,
    countsUsage: true,
    response: checkAnswer,
    handle: ({ context, params, body }) => checkEntitlement(context, params.id, params.key, body),
  }),
];
