import { previewDraft, previewSubscription } from "@counterfoil/service";
import { route } from "../route.ts";
import { byId } from "../schemas/schema.ts";
import { draftPreviewInput, subscriptionPreview, subscriptionPreviewInput } from "../schemas/subscription-preview.ts";

const tag = "Subscriptions";

export const subscriptionPreviewRoutes = [
  route({
    method: "POST",
    path: "/subscriptions/preview",
    operationId: "previewSubscription",
    tag,
    summary: "See what a subscription would bill",
    description:
      "Takes the body that would create it, and supposes its usage. The invoices that it would bring if it were activated, decided " +
      "by the functions that bill. Nothing is written. Ids of new prices and of lines are of the preview alone.",
    scope: "read",
    body: subscriptionPreviewInput,
    status: 200,
    response: subscriptionPreview,
    handle: ({ context, body }) => previewSubscription(context, body),
  }),
  route({
    method: "POST",
    path: "/subscriptions/:id/preview",
    operationId: "previewDraft",
    tag,
    summary: "See what a draft subscription will bill",
    description: "The same of a draft or a quote as it stands, with all its versions. 409 for one that runs or ran.",
    scope: "read",
    params: byId,
    body: draftPreviewInput,
    status: 200,
    response: subscriptionPreview,
    handle: ({ context, params, body }) => previewDraft(context, params.id, body),
  }),
];
