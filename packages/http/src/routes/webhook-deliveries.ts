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
    summary: "List the deliveries of a webhook endpoint",
    description:
      "Includes pending deliveries; the newest comes first. Counterfoil keeps deliveries for 30 days after they end.",
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
    summary: "Get a delivery with its attempts",
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
    summary: "Redeliver a notification",
    description:
      "Takes no body. Sends the notification with the same `webhook-id`, whatever the result of earlier " +
      "attempts, and even if it was never meant for this endpoint.",
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
    summary: "Redeliver the notifications of a time range",
    description:
      "Redelivers what Counterfoil gave up on, and what happened while the endpoint was turned off. With " +
      "`includeDelivered`, also redelivers the rest. At most 50,000 per call.",
    scope: "admin",
    params: byId,
    body: redelivery,
    status: 202,
    response: redelivered,
    handle: ({ context, params, body }) => redeliverWebhooks(context, params.id, body),
  }),
];
