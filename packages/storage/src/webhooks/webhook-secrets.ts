import type { Tx } from "../database/tx.ts";
import type { Row } from "../row.ts";

/** A secret that signs requests to an endpoint, as stored. */
export type WebhookSecretRow = Pick<Row<"webhookSecret">, "sealed" | "createdAt" | "expiresAt">;

/** The secrets with which requests are signed at an instant, newest first. */
export function findWebhookSecrets(tx: Tx, endpointId: string, now: string): Promise<WebhookSecretRow[]> {
  return tx.sql<WebhookSecretRow>(
    `select sealed, created_at, expires_at from webhook_secret
     where organization_id = $1 and endpoint_id = $2 and (expires_at is null or expires_at > $3) order by number desc`,
    [tx.organizationId, endpointId, now],
  );
}

/** Adds a secret. The previous one stays valid until `overlapsUntil`. */
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

/** A secret of any endpoint of the organization, identified by endpoint and number. */
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

/** Stores the same secret, encrypted again. */
export async function resealWebhookSecret(tx: Tx, { endpointId, number, sealed }: LockedWebhookSecret): Promise<void> {
  await tx.sql(
    "update webhook_secret set sealed = $4 where organization_id = $1 and endpoint_id = $2 and number = $3",
    [tx.organizationId, endpointId, number, sealed],
  );
}
