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
  planId: Type.Optional(Type.String({ description: "Sells what the plan sells in place of everything sold before." })),
  entitlements: Type.Optional(entitlementsInput),
  ...adjustmentsInput,
  effective: Type.Optional(
    Type.String({ format: "change-moment", description: "`now` (the default), `period_end`, a timestamp or a date." }),
  ),
  proration: Type.Optional(oneOf(PRORATION_POLICIES)),
  draft: Type.Optional(Type.Boolean({ description: "Leaves the new version a draft." })),
  description: Type.Optional(nullable(text())),
});

export const changeRoutes = [
  route({
    method: "POST",
    path: "/subscriptions/:id/changes",
    operationId: "changeSubscription",
    tag,
    summary: "Change what an active subscription sells",
    description:
      "Makes and publishes a new version. The unused rest of what was billed in advance is credited and the new part charged, by local days, at once.",
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
    summary: "See what a change would do",
    description: "The invoice that the same call would make at once, or null, and the version. Nothing is written.",
    scope: "write",
    params: byId,
    body: change,
    status: 200,
    response: record({ invoice: nullable(invoice), version }),
    handle: ({ context, params, body }) => previewChange(context, params.id, body),
  }),
];
