import type { ListFields } from "../lists/list.ts";
import type { Row } from "../row.ts";

/** One notification for one endpoint. */
export type WebhookDeliveryRow = Row<"webhookDelivery", "sequence" | "dueAt" | "inHand">;

/** One request and its response. */
export type WebhookAttemptRow = Row<"webhookAttempt", "endpointId" | "notificationId">;

export const WEBHOOK_DELIVERY_FIELDS: ListFields = {
  id: { type: "text", sql: "webhook_delivery.notification_id" },
  type: { type: "text", sql: "webhook_delivery.type" },
  objectId: { type: "text", sql: "webhook_delivery.object_id", names: "account" },
  timestamp: { type: "instant", sql: "webhook_delivery.happened_at" },
  status: { type: "text", sql: "webhook_delivery.status" },
  attempts: { type: "integer", sql: "webhook_delivery.attempts" },
  lastStatusCode: { type: "integer", sql: "webhook_delivery.last_status_code" },
  endedAt: { type: "instant", sql: "webhook_delivery.ended_at" },
};
