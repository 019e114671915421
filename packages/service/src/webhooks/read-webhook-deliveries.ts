import {
  findWebhookAttempts,
  findWebhookDelivery,
  type ListPage,
  type ListQuery,
  listWebhookDeliveries as listRows,
  readNotificationTexts,
} from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { notFound } from "../errors/index.ts";
import { getEndpoint } from "./read-webhook-endpoints.ts";
import { type LoggedWebhookDelivery, toWebhookDelivery, type WebhookDelivery } from "./webhook-delivery.ts";
import { webhookBody } from "./webhook-message.ts";

export function listWebhookDeliveries(
  context: Context,
  endpointId: string,
  query: ListQuery,
): Promise<ListPage<WebhookDelivery>> {
  return read(context, async (tx) => {
    await getEndpoint(tx, endpointId);
    const { rows, total } = await listRows(tx, endpointId, query);
    return { rows: rows.map(toWebhookDelivery), total };
  });
}

export function getWebhookDelivery(
  context: Context,
  endpointId: string,
  notificationId: string,
): Promise<LoggedWebhookDelivery> {
  return read(context, async (tx) => {
    await getEndpoint(tx, endpointId);
    const row = await findWebhookDelivery(tx, endpointId, notificationId);
    const [notification] = await readNotificationTexts(tx, [notificationId]);
    if (row === undefined || notification === undefined) throw notFound("webhook delivery", notificationId);
    const log = await findWebhookAttempts(tx, endpointId, notificationId);
    return { ...toWebhookDelivery(row), requestBody: webhookBody(notification), log };
  });
}
