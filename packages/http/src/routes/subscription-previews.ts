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
    summary: "Preview a new subscription",
    description:
      "Takes the same body as the creation, and assumed usage. Returns the invoices that the subscription would " +
      "get if it were activated, calculated by the same functions as real ones. Saves nothing. The IDs of new " +
      "prices and lines exist only in the preview.",
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
    summary: "Preview a draft subscription",
    description:
      "Returns the same for a saved draft or quote with all its versions. Returns 409 if the subscription is or " +
      "was active.",
    scope: "read",
    params: byId,
    body: draftPreviewInput,
    status: 200,
    response: subscriptionPreview,
    handle: ({ context, params, body }) => previewDraft(context, params.id, body),
  }),
];
