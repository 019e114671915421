import type { Tx } from "../database/tx.ts";
import type { Row } from "../row.ts";

/** What requests to an endpoint are signed with, as it is kept. */
export type WebhookSecretRow = Pick<Row<"webhookSecret">, "sealed" | "createdAt" | "expiresAt">;

/** The secrets that requests are signed with at an instant, the newest first. */
export function findWebhookSecrets(tx: Tx, endpointId: string, now: string): Promise<WebhookSecretRow[]> {
  return tx.sql<WebhookSecretRow>(
    `select sealed, created_at, expires_at from webhook_secret
     where organization_id = $1 and endpoint_id = $2 and (expires_at is null or expires_at > $3) order by number desc`,
    [tx.organizationId, endpointId, now],
  );
}

/** Puts a secret in force, in the place of the one before it, which goes on until `overlapsUntil`. */
export async function replaceWebhookSecret(
  tx: Tx,
  secret: { endpointId: string; sealed: string; at: string; overlapsUntil: string },
): Promise<void> {
  const { endpointId, sealed, at, overlapsUntil } = secret;
  await tx.sql("delete from webhook_secret where organization_id = $1 and endpoint_id = $2 and expires_at <= $3", [
    tx.organizationId,
    endpointId,
    at,
  ]);
  await tx.sql(
    `update webhook_secret set expires_at = least(expires_at, $3)
     where organization_id = $1 and endpoint_id = $2`,
    [tx.organizationId, endpointId, overlapsUntil],
  );
  await tx.sql(
    `insert into webhook_secret (organization_id, endpoint_id, number, sealed, created_at)
     select $1, $2, coalesce(max(number), 0) + 1, $3, $4 from webhook_secret where organization_id = $1 and endpoint_id = $2`,
    [tx.organizationId, endpointId, sealed, at],
  );
}

/** A secret of any endpoint of the organization, by its place in the table. */
export interface LockedWebhookSecret {
  endpointId: string;
  number: number;
  sealed: string;
}

export function lockWebhookSecrets(tx: Tx): Promise<LockedWebhookSecret[]> {
  return tx.sql<LockedWebhookSecret>(
    `select endpoint_id, number, sealed from webhook_secret where organization_id = $1
     order by endpoint_id, number for no key update`,
    [tx.organizationId],
  );
}

/** Stores the same secret, sealed anew. */
export async function resealWebhookSecret(tx: Tx, { endpointId, number, sealed }: LockedWebhookSecret): Promise<void> {
  await tx.sql(
    "update webhook_secret set sealed = $4 where organization_id = $1 and endpoint_id = $2 and number = $3",
    [tx.organizationId, endpointId, number, sealed],
  );
}
