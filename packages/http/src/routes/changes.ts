import { PRORATION_POLICIES, changeSubscription, previewChange } from "@counterfoil/service";
import Type from "typebox";
import { route } from "../route.ts";
import { entitlementsInput } from "../schemas/entitlement.ts";
import { invoice } from "../schemas/invoice.ts";
import { priceInput } from "../schemas/price.ts";
import { byId, name, nullable, oneOf, record, text } from "../schemas/schema.ts";
import { adjustmentsInput, version } from "../schemas/subscription.ts";

const tag = "Subscriptions";
const MOST = { maxItems: 100 };
const priceId = Type.Optional(Type.String());

const change = record({
  add: Type.Optional(
    Type.Array(record({ priceId, newPrice: Type.Optional(priceInput), group: Type.Optional(name()) }), MOST),
  ),
  remove: Type.Optional(Type.Array(record({ priceId: Type.String() }), MOST)),
  update: Type.Optional(
    Type.Array(record({ priceId: Type.String(), newPriceId: priceId, newPrice: Type.Optional(priceInput) }), MOST),
  ),
  planId: Type.Optional(Type.String({ description: "Replaces everything sold before with what the plan sells." })),
  entitlements: Type.Optional(entitlementsInput),
  ...adjustmentsInput,
  effective: Type.Optional(
    Type.String({ format: "change-moment", description: "`now` (the default), `period_end`, a timestamp or a date." }),
  ),
  proration: Type.Optional(oneOf(PRORATION_POLICIES)),
  draft: Type.Optional(Type.Boolean({ description: "Keeps the new version as a draft." })),
  description: Type.Optional(nullable(text())),
});

export const changeRoutes = [
  route({
    method: "POST",
    path: "/subscriptions/:id/changes",
    operationId: "changeSubscription",
    tag,
    summary: "Change an active subscription",
    description:
      "Creates and publishes a new version. Counterfoil immediately credits the unused part of what was billed " +
      "in advance and charges the new part, prorated by local days. Preview the result with " +
      "`/subscriptions/{id}/changes/preview`.",
    scope: "write",
    params: byId,
    body: change,
    status: 201,
    response: version,
    async handle({ context, params, body, reply }) {
      const created = await changeSubscription(context, params.id, body);
      reply.header("Location", `/subscriptions/${params.id}/versions/${created.id}`);
      return created;
    },
  }),
  route({
    method: "POST",
    path: "/subscriptions/:id/changes/preview",
    operationId: "previewSubscriptionChange",
    tag,
    summary: "Preview a change of a subscription",
    description:
      "Returns the version and the invoices that the same change would create immediately, and the next invoice after " +
      "those, with the usage so far. A change from an earlier day can create an invoice for each billing date since: " +
      "`invoices` has all of them, and `invoice` is the latest, or null. `nextInvoice` is null if there " +
      "is none, if it cannot be computed yet, or if the change issues an invoice immediately. Saves nothing.",
    scope: "write",
    params: byId,
    body: change,
    status: 200,
    response: record({
      invoice: nullable(invoice),
      invoices: Type.Array(invoice),
      version,
      nextInvoice: nullable(invoice),
    }),
    handle: ({ context, params, body }) => previewChange(context, params.id, body),
  }),
];
