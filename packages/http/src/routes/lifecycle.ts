import {
  CANCELATION_CREDITS,
  cancelSubscription,
  getUpcomingInvoice,
  pauseSubscription,
  resumeSubscription,
  withdrawCancellation,
} from "@counterfoil/service";
import Type from "typebox";
import { route } from "../route.ts";
import { invoice } from "../schemas/invoice.ts";
import { byId, instantInput, nullable, oneOf, record, text } from "../schemas/schema.ts";
import { REASONS, subscription } from "../schemas/subscription.ts";

const tag = "Subscriptions";

export const lifecycleRoutes = [
  route({
    method: "POST",
    path: "/subscriptions/:id/cancel",
    operationId: "cancelSubscription",
    tag,
    summary: "Cancel a subscription",
    description:
      "Until its end the subscription stays active, with cancelsAt. `now` (the default) ends it with the current local day, `period_end` with the last running period, `contract_end` with the contract.",
    scope: "write",
    params: byId,
    body: record({
      reason: Type.Optional(nullable(oneOf(REASONS))),
      reasonDescription: Type.Optional(nullable(text())),
      effective: Type.Optional(
        Type.String({
          format: "cancel-moment",
          description: "`now`, `period_end`, `contract_end`, a timestamp or a date.",
        }),
      ),
      credit: Type.Optional(oneOf(CANCELATION_CREDITS)),
      invoiceNow: Type.Optional(
        Type.Boolean({ description: "Makes the last invoice in this call; only with effective `now`." }),
      ),
    }),
    status: 200,
    response: subscription,
    handle: ({ context, params, body }) => cancelSubscription(context, params.id, body),
  }),
  route({
    method: "POST",
    path: "/subscriptions/:id/cancel/withdraw",
    operationId: "withdrawCancellation",
    tag,
    summary: "Withdraw a pending cancellation",
    description: "Takes no body. Billing goes on as if it had never been canceled.",
    scope: "write",
    params: byId,
    status: 200,
    response: subscription,
    handle: ({ context, params }) => withdrawCancellation(context, params.id),
  }),
  route({
    method: "POST",
    path: "/subscriptions/:id/pause",
    operationId: "pauseSubscription",
    tag,
    summary: "Pause a subscription",
    description:
      "Paused days are not paid for and their usage is not counted. `now` (the default) uses up the current local day.",
    scope: "write",
    params: byId,
    body: record({
      effective: Type.Optional(
        Type.String({ format: "change-moment", description: "`now`, `period_end`, a timestamp or a date." }),
      ),
      resumesOn: Type.Optional(nullable(instantInput)),
    }),
    status: 200,
    response: subscription,
    handle: ({ context, params, body }) => pauseSubscription(context, params.id, body),
  }),
  route({
    method: "POST",
    path: "/subscriptions/:id/resume",
    operationId: "resumeSubscription",
    tag,
    summary: "Resume a paused subscription",
    description: "`now` (the default): the current local day is served again.",
    scope: "write",
    params: byId,
    body: record({
      effective: Type.Optional(Type.String({ format: "resume-moment", description: "`now`, a timestamp or a date." })),
    }),
    status: 200,
    response: subscription,
    handle: ({ context, params, body }) => resumeSubscription(context, params.id, body),
  }),
  route({
    method: "GET",
    path: "/subscriptions/:id/invoices/upcoming",
    operationId: "getUpcomingInvoice",
    tag,
    summary: "Get the invoice to come",
    description: "The next invoice as it stands, with the usage so far, decided like the real one. Nothing is written.",
    scope: "read",
    refusals: ["state_conflict"],
    params: byId,
    status: 200,
    response: invoice,
    handle: ({ context, params }) => getUpcomingInvoice(context, params.id),
  }),
];
