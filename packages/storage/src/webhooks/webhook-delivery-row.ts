import type { ListFields } from "../lists/list.ts";

/** Waiting or being tried; answered with 2xx; given up; kept here instead of sent. */
export const DELIVERY_STATUSES = ["pending", "delivered", "failed", "caught"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** One notification for one endpoint. */
export interface WebhookDeliveryRow {
  endpointId: string;
  notificationId: string;
  objectId: string;
  type: string;
  happenedAt: string;
  status: DeliveryStatus;
  /** When it is tried next; while a worker has it in hand, when another may take it up. */
  dueAt: string;
  inHand: boolean;
  attempts: number;
  /** Of them, those since it was last asked for. */
  tries: number;
  /** When the first of these began. */
  triedAt: string | null;
  lastStatusCode: number | null;
  lastFailure: string | null;
  endedAt: string | null;
}

/** One request, and what came back. */
export interface WebhookAttemptRow {
  number: number;
  beganAt: string;
  durationMilliseconds: number;
  url: string;
  statusCode: number | null;
  failure: string | null;
  responseBody: string | null;
}

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
