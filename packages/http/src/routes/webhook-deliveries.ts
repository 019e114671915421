import {
  getWebhookDelivery,
  listWebhookDeliveries,
  redeliverWebhook,
  redeliverWebhooks,
  WEBHOOK_DELIVERY_FIELDS,
} from "@counterfoil/service";
import { paged, pageOf } from "../lists.ts";
import { route } from "../route.ts";
import { byId } from "../schemas/schema.ts";
import { byDelivery, loggedWebhookDelivery, redelivered, redelivery, webhookDelivery } from "../schemas/webhook.ts";

const tag = "Webhooks";

export const webhookDeliveryRoutes = [
  route({
    method: "GET",
    path: "/webhook-endpoints/:id/deliveries",
    operationId: "listWebhookDeliveries",
    tag,
    summary: "List what was sent to a webhook endpoint and what is to be",
    description: "The newest first. Kept for 30 days from when they ended.",
    scope: "admin",
    params: byId,
    list: { fields: WEBHOOK_DELIVERY_FIELDS },
    status: 200,
    response: paged(webhookDelivery),
    handle: async ({ context, params, list }) => pageOf(await listWebhookDeliveries(context, params.id, list), list),
  }),
  route({
    method: "GET",
    path: "/webhook-endpoints/:id/deliveries/:notificationId",
    operationId: "getWebhookDelivery",
    tag,
    summary: "Get what is sent, and what came back each time",
    scope: "admin",
    params: byDelivery,
    status: 200,
    response: loggedWebhookDelivery,
    handle: ({ context, params }) => getWebhookDelivery(context, params.id, params.notificationId),
  }),
  route({
    method: "POST",
    path: "/webhook-endpoints/:id/deliveries/:notificationId/redeliver",
    operationId: "redeliverWebhook",
    tag,
    summary: "Send one notification once more",
    description:
      "Takes no body. Under the same webhook-id, whatever became of it, and also where it was never meant for this endpoint.",
    scope: "admin",
    params: byDelivery,
    status: 202,
    response: webhookDelivery,
    handle: ({ context, params }) => redeliverWebhook(context, params.id, params.notificationId),
  }),
  route({
    method: "POST",
    path: "/webhook-endpoints/:id/redeliver",
    operationId: "redeliverWebhooks",
    tag,
    summary: "Send what was written in a time once more",
    description:
      "What was given up, and what happened while the endpoint was switched off; with includeDelivered also the rest. At most " +
      "50,000 at once.",
    scope: "admin",
    params: byId,
    body: redelivery,
    status: 202,
    response: redelivered,
    handle: ({ context, params, body }) => redeliverWebhooks(context, params.id, body),
  }),
];
