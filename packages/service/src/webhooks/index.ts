export { createWebhookEndpoint } from "./create-webhook-endpoint.ts";
export { claimWebhooks, sendWebhook, type WebhookInHand } from "./deliver-webhooks.ts";
export { forgetOldWebhooks } from "./forget-webhooks.ts";
export { getWebhookDelivery, listWebhookDeliveries } from "./read-webhook-deliveries.ts";
export { getWebhookEndpoint, listWebhookEndpoints } from "./read-webhook-endpoints.ts";
export { redeliverWebhook, redeliverWebhooks, testWebhookEndpoint } from "./redeliver-webhooks.ts";
export { sealedWebhookSecrets } from "./sealed-webhook-secrets.ts";
export {
  createNotificationFeeds,
  type NotificationFeeds,
  type NotificationListener,
  tailedText,
  tailNotifications,
} from "./tail-notifications.ts";
export { deleteWebhookEndpoint, updateWebhookEndpoint } from "./update-webhook-endpoint.ts";
export {
  isDelivered,
  streamSecretOf,
  type WebhookAnswer,
  type WebhookRequest,
  type WebhookSender,
} from "./webhook-message.ts";
export { rotateWebhookSecret } from "./webhook-secrets.ts";
