import { checkCredit, getCredit, getCreditBurnDown, holdCredit, releaseHold, settleHold } from "@counterfoil/service";
import { route } from "../route.ts";
import {
  creditAnswer,
  creditBalances,
  creditBurnDown,
  creditCheck,
  creditHoldAnswer,
  creditHoldCreation,
  creditHoldRelease,
  creditHoldSettling,
  releasedCreditHold,
  settledCreditHold,
} from "../schemas/credit-hold.ts";
import { byId } from "../schemas/schema.ts";

const tag = "Credit";

export const creditHoldRoutes = [
  route({
    method: "GET",
    path: "/accounts/:id/credit",
    operationId: "getCredit",
    tag,
    summary: "Get the available credit of an account",
    description:
      "Prepaid credit, less what issued invoices have drawn, less what running usage will draw at today's prices, less " +
      "what is held. Includes every event that was answered.",
    scope: "read",
    params: byId,
    status: 200,
    response: creditBalances,
    handle: ({ context, params }) => getCredit(context, params.id),
  }),
  route({
    method: "GET",
    path: "/accounts/:id/credit/burn-down",
    operationId: "getCreditBurnDown",
    tag,
    summary: "Get how the available credit of an account falls",
    description:
      "The available credit on each day of the current billing period, rated from the usage until then, and the day on " +
      "which it runs out if usage goes on as lately.",
    scope: "read",
    params: byId,
    status: 200,
    response: creditBurnDown,
    handle: ({ context, params }) => getCreditBurnDown(context, params.id),
  }),
  route({
    method: "POST",
    path: "/accounts/:id/credit/check",
    operationId: "checkCredit",
    tag,
    summary: "Check whether credit covers events",
    description: "Rates the events on top of the account's usage and holds. Changes nothing.",
    scope: "write",
    params: byId,
    body: creditCheck,
    status: 200,
    isRepeatable: true,
    changesNothing: true,
    countsUsage: true,
    response: creditAnswer,
    handle: ({ context, params, body }) => checkCredit(context, params.id, body),
  }),
  route({
    method: "POST",
    path: "/accounts/:id/credit/hold",
    operationId: "holdCredit",
    tag,
    summary: "Hold credit for events",
    description:
      "Holds what the events will cost, all of it or nothing, in any number of metrics and grants. A hold is durable " +
      "once you get the response, and lasts until you settle or release it, or until it expires. Concurrent calls " +
      "never hold more than is available. `allowed` is false if credit does not cover the events. With `settle`, one " +
      "call settles an earlier hold and holds for the next step.",
    scope: "write",
    params: byId,
    body: creditHoldCreation,
    status: 200,
    isRepeatable: true,
    countsUsage: true,
    response: creditHoldAnswer,
    handle: ({ context, params, body }) => holdCredit(context, params.id, body),
  }),
  route({
    method: "POST",
    path: "/accounts/:id/credit/settle",
    operationId: "settleCreditHold",
    tag,
    summary: "Settle a hold with the real events",
    description:
      "Stores the events and ends the hold in one commit. All events are stored, or none. If they cost more than was " +
      "held, the rest is in `overage`. The same call sent again has no further effect.",
    scope: "write",
    params: byId,
    body: creditHoldSettling,
    status: 200,
    isRepeatable: true,
    countsUsage: true,
    response: settledCreditHold,
    handle: ({ context, params, body }) => settleHold(context, params.id, body),
  }),
  route({
    method: "POST",
    path: "/accounts/:id/credit/release",
    operationId: "releaseCreditHold",
    tag,
    summary: "Release a hold",
    description: "Ends a hold without usage.",
    scope: "write",
    params: byId,
    body: creditHoldRelease,
    status: 200,
    isRepeatable: true,
    countsUsage: true,
    response: releasedCreditHold,
    handle: ({ context, params, body }) => releaseHold(context, params.id, body),
  }),
];
