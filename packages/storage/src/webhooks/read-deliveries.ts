import type { Tx } from "../database/tx.ts";
import { type ListFields, type ListPage, type ListQuery, listRows } from "../lists/list.ts";
import { WEBHOOK_DELIVERY_FIELDS, type WebhookAttemptRow, type WebhookDeliveryRow } from "./webhook-delivery-row.ts";

const NEWEST_FIRST = { order: "webhook_delivery.notification_id desc", key: "notification_id" };

/** The past and future deliveries of an endpoint, newest first unless the query sorts them. */
export function listWebhookDeliveries(
  tx: Tx,
  endpointId: string,
  query: ListQuery,
): Promise<ListPage<WebhookDeliveryRow>> {
  const fields: ListFields = {
    ...WEBHOOK_DELIVERY_FIELDS,
    endpointId: { type: "text", sql: "webhook_delivery.endpoint_id" },
  };
  const filters = [...query.filters, { field: "endpointId", operator: "eq", value: endpointId } as const];
  return listRows<WebhookDeliveryRow>(
    tx,
    { table: "webhook_delivery", fields, ...NEWEST_FIRST },
    { ...query, filters },
  );
}

export async function findWebhookDelivery(
  tx: Tx,
  endpointId: string,
  notificationId: string,
): Promise<WebhookDeliveryRow | undefined> {
  const [row] = await tx.sql<WebhookDeliveryRow>(
    "select * from webhook_delivery where organization_id = $1 and endpoint_id = $2 and notification_id = $3",
    [tx.organizationId, endpointId, notificationId],
  );
  return row;
}

/** All stored attempts of a delivery, newest first. */
export function findWebhookAttempts(tx: Tx, endpointId: string, notificationId: string): Promise<WebhookAttemptRow[]> {
  return tx.sql<WebhookAttemptRow>(
    `select number, began_at, duration_milliseconds, url, status_code, failure, response_body from webhook_attempt
     where organization_id = $1 and endpoint_id = $2 and notification_id = $3 order by number desc`,
    [tx.organizationId, endpointId, notificationId],
  );
}

/** A notification as it was written, with its data as the exact text. */
export interface NotificationText {
  id: string;
  type: string;
  timestamp: string;
  data: string;
}

export function readNotificationTexts(tx: Tx, ids: readonly string[]): Promise<NotificationText[]> {
  return tx.sql<NotificationText>(
    "select id, type, timestamp, data::text as data from notification where organization_id = $1 and id = any($2)",
    [tx.organizationId, ids],
    "read-notification-texts",
  );
}
