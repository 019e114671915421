import type { Tx } from "../database/tx.ts";
import { WEBHOOK_DELIVERIES } from "../outbox/outbox-table.ts";
import { settleAttempt } from "../outbox/settle.ts";
import type { WebhookAttemptRow, WebhookDeliveryRow } from "./webhook-delivery-row.ts";

/** What an attempt made of a delivery. */
export type DeliveryOutcome =
  | { readonly status: "delivered" | "failed"; readonly endedAt: string }
  | { readonly status: "pending"; readonly nextAttemptAt: string };

/** Writes an attempt down, and what it made of the delivery unless another worker has taken that up since. */
export async function recordWebhookAttempt(
  tx: Tx,
  delivery: WebhookDeliveryRow,
  attempt: WebhookAttemptRow,
  outcome: DeliveryOutcome,
): Promise<void> {
  const key = [tx.organizationId, delivery.endpointId, delivery.notificationId];
  await tx.sql(
    `insert into webhook_attempt (organization_id, endpoint_id, notification_id, number, began_at, duration_milliseconds, url,
       status_code, failure, response_body)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10 from webhook_delivery
     where organization_id = $1 and endpoint_id = $2 and notification_id = $3
     on conflict do nothing`,
    [
      ...key,
      attempt.number,
      attempt.beganAt,
      attempt.durationMilliseconds,
      attempt.url,
      attempt.statusCode,
      attempt.failure,
      attempt.responseBody,
    ],
    "insert-webhook-attempt",
  );
  const { statusCode: lastStatusCode, failure: lastFailure } = attempt;
  await settleAttempt<WebhookDeliveryRow>(tx, WEBHOOK_DELIVERIES, delivery, {
    ...outcome,
    lastStatusCode,
    lastFailure,
  });
  if (outcome.status !== "pending") await callNext(tx, delivery, outcome.endedAt);
}

/**
 * The next of the same object is due at once. This comes last before the commit: what is written meanwhile by others is due
 * anyway, and what a claim puts off because it saw this one pending comes back soon.
 */
async function callNext(
  tx: Tx,
  { endpointId, objectId }: Pick<WebhookDeliveryRow, "endpointId" | "objectId">,
  now: string,
): Promise<void> {
  await tx.sql(
    `update webhook_delivery set next_attempt_at = $4
     where organization_id = $1 and endpoint_id = $2 and status = 'pending' and locked_until is null and next_attempt_at > $4
       and notification_id = (select notification_id from webhook_delivery
         where organization_id = $1 and endpoint_id = $2 and object_id = $3 and status = 'pending' order by sequence limit 1)`,
    [tx.organizationId, endpointId, objectId, now],
    "call-next-webhook",
  );
}
