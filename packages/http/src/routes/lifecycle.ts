import {
  CANCELATION_CREDITS,
  cancelSubscription,
  getUpcomingInvoice,
  pauseSubscription,
  previewCancellation,
  resumeSubscription,
  withdrawCancellation,
} from "@counterfoil/service";
import Type from "typebox";
import { route } from "../route.ts";
import { invoice } from "../schemas/invoice.ts";
import { byId, instantInput, nullable, oneOf, record, text } from "../schemas/schema.ts";
import { REASONS, subscription } from "../schemas/subscription.ts";

const tag = "Subscriptions";

const cancellation = record({
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
    Type.Boolean({ description: "Creates the last invoice in this call. Only with effective `now`." }),
  ),
});

export const lifecycleRoutes = [
  route({
    method: "POST",
    path: "/subscriptions/:id/cancel",
    operationId: "cancelSubscription",
    tag,
    summary: "Cancel a subscription",
    description:
      "The subscription stays active until it ends, and shows the date as `cancelsAt`. `now` (the default) ends " +
      "it with the current local day, `period_end` with the last running period, and `contract_end` with the " +
      "contract.",
    scope: "write",
    params: byId,
    body: cancellation,
    status: 200,
    response: subscription,
    handle: ({ context, params, body }) => cancelSubscription(context, params.id, body),
  }),
  route({
    method: "POST",
    path: "/subscriptions/:id/cancel/preview",
    operationId: "previewSubscriptionCancellation",
    tag,
    summary: "Preview a cancellation",
    description:
      "Accepts and rejects the same bodies as `/subscriptions/{id}/cancel`. Returns the subscription with its end date, " +
      "the invoices that the cancellation would create immediately, and the next invoice after that with the usage so " +
      "far. `nextInvoice` is null if nothing more is invoiced, or if it cannot be computed yet. Saves nothing.",
    scope: "write",
    params: byId,
    body: cancellation,
    status: 200,
    response: record({
      subscription,
      invoices: Type.Array(invoice),
      nextInvoice: nullable(invoice),
    }),
    handle: ({ context, params, body }) => previewCancellation(context, params.id, body),
  }),
  route({
    method: "POST",
    path: "/subscriptions/:id/cancel/withdraw",
    operationId: "withdrawCancellation",
    tag,
    summary: "Withdraw a pending cancellation",
    description: "Takes no body. Billing continues as if the subscription had never been canceled.",
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
      "Paused days are not charged, and their usage is not counted. With `now` (the default), the current local " +
      "day is still served.",
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
    description: "With `now` (the default), the current local day is served again.",
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
    summary: "Get the upcoming invoice",
    description:
      "Returns the next invoice with the usage so far, calculated in the same way as the real one. Saves nothing.",
    scope: "read",
    refusals: ["state_conflict"],
    params: byId,
    status: 200,
    response: invoice,
    handle: ({ context, params }) => getUpcomingInvoice(context, params.id),
  }),
];
