import { build } from "../database/build.ts";
import type { Tx } from "../database/tx.ts";
import { listRows, type ListFields, type ListPage, type ListQuery } from "../lists/list.ts";
import type { Row } from "../row.ts";

/** An address that receives notifications as HTTP requests. */
export type WebhookEndpointRow = Row<"webhookEndpoint", "deletedAt">;

export const WEBHOOK_ENDPOINT_FIELDS: ListFields = {
  id: { type: "text", sql: "webhook_endpoint.id" },
  url: { type: "text", sql: "webhook_endpoint.url" },
  description: { type: "text", sql: "webhook_endpoint.description" },
  eventTypes: { type: "list", sql: "webhook_endpoint.event_types" },
  enabled: { type: "boolean", sql: "webhook_endpoint.enabled" },
  disabledReason: { type: "text", sql: "webhook_endpoint.disabled_reason" },
  failingSince: { type: "instant", sql: "webhook_endpoint.failing_since" },
  createdAt: { type: "instant", sql: "webhook_endpoint.created_at" },
  updatedAt: { type: "instant", sql: "webhook_endpoint.updated_at" },
};

export function listWebhookEndpoints(tx: Tx, query: ListQuery): Promise<ListPage<WebhookEndpointRow>> {
  const only = "webhook_endpoint.deleted_at is null";
  return listRows<WebhookEndpointRow>(tx, { table: "webhook_endpoint", fields: WEBHOOK_ENDPOINT_FIELDS, only }, query);
}

/** Every transaction that changes the endpoint's deliveries locks the endpoint first, so that they cannot deadlock. */
export async function findWebhookEndpoint(
  tx: Tx,
  id: string,
  lock: "for no key update" | "" = "",
): Promise<WebhookEndpointRow | undefined> {
  const [row] = await tx.sql<WebhookEndpointRow>(
    `select id, url, description, event_types, enabled, disabled_reason, disabled_at, send_from_sandbox, failing_since,
       created_at, updated_at from webhook_endpoint
     where organization_id = $1 and id = $2 and deleted_at is null ${lock}`,
    [tx.organizationId, id],
  );
  return row;
}

export async function insertWebhookEndpoint(tx: Tx, endpoint: WebhookEndpointRow): Promise<void> {
  await tx.all(build.insertInto("webhookEndpoint").values({ ...endpoint, organizationId: tx.organizationId }));
}

export async function updateWebhookEndpoint(tx: Tx, endpoint: WebhookEndpointRow): Promise<void> {
  await tx.all(
    build
      .updateTable("webhookEndpoint")
      .set(endpoint)
      .where("organizationId", "=", tx.organizationId)
      .where("id", "=", endpoint.id),
  );
}

/** Deletes an endpoint. Its secrets are removed for good. */
export async function deleteWebhookEndpoint(tx: Tx, id: string, at: string): Promise<void> {
  await tx.sql("update webhook_endpoint set deleted_at = $3 where organization_id = $1 and id = $2", [
    tx.organizationId,
    id,
    at,
  ]);
  await tx.sql("delete from webhook_secret where organization_id = $1 and endpoint_id = $2", [tx.organizationId, id]);
}
