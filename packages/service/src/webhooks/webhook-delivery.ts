import type { DeliveryStatus, WebhookAttemptRow, WebhookDeliveryRow } from "@counterfoil/storage";

/** One notification for one endpoint, as a list returns it. */
export interface WebhookDelivery {
  /** The notification's ID, which each request also contains. */
  id: string;
  endpointId: string;
  type: string;
  objectId: string;
  timestamp: string;
  status: DeliveryStatus;
  attempts: number;
  /** Only for a failed delivery that will be retried. */
  nextAttemptAt: string | null;
  lastStatusCode: number | null;
  lastFailure: string | null;
  endedAt: string | null;
}

/** A delivery with its body, and with the response to each attempt. */
export interface LoggedWebhookDelivery extends WebhookDelivery {
  requestBody: string;
  log: WebhookAttemptRow[];
}

export function toWebhookDelivery(row: WebhookDeliveryRow): WebhookDelivery {
  const { notificationId, endpointId, type, objectId, happenedAt, status, attempts } = row;
  const isToBeTriedAgain = status === "pending" && row.triedAt !== null && row.lockedUntil === null;
  return {
    id: notificationId,
    endpointId,
    type,
    objectId,
    timestamp: happenedAt,
    status,
    attempts,
    nextAttemptAt: isToBeTriedAgain ? row.nextAttemptAt : null,
    lastStatusCode: row.lastStatusCode,
    lastFailure: row.lastFailure,
    endedAt: row.endedAt,
  };
}
