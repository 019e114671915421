import {
  findWebhookEndpoint,
  type ListPage,
  type ListQuery,
  listWebhookEndpoints as listRows,
  type Tx,
  type WebhookEndpointRow,
} from "@counterfoil/storage";
import { type Context, read } from "../context.ts";
import { notFound } from "../errors/index.ts";
import type { WebhookEndpoint } from "./webhook-endpoint.ts";

export function getWebhookEndpoint(context: Context, id: string): Promise<WebhookEndpoint> {
  return read(context, (tx) => getEndpoint(tx, id));
}

export function listWebhookEndpoints(context: Context, query: ListQuery): Promise<ListPage<WebhookEndpoint>> {
  return read(context, async (tx) => {
    const { rows, total } = await listRows(tx, query);
    return { rows: rows.map(toWebhookEndpoint), total };
  });
}

/** The same inside a running transaction. */
export async function getEndpoint(tx: Tx, id: string, lock: "for no key update" | "" = ""): Promise<WebhookEndpoint> {
  const endpoint = await findWebhookEndpoint(tx, id, lock);
  if (endpoint === undefined) throw notFound("webhook endpoint", id);
  return toWebhookEndpoint(endpoint);
}

/** Copies only the members that the API shows. */
function toWebhookEndpoint(row: WebhookEndpointRow): WebhookEndpoint {
  const { id, url, description, eventTypes, enabled, disabledReason, disabledAt, sendFromSandbox, failingSince } = row;
  const { createdAt, updatedAt } = row;
  return {
    id,
    url,
    description,
    eventTypes,
    enabled,
    disabledReason,
    disabledAt,
    sendFromSandbox,
    failingSince,
    createdAt,
    updatedAt,
  };
}
