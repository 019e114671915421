import type { Tx } from "../database/tx.ts";
import { WEBHOOK_DELIVERIES } from "../outbox/outbox-table.ts";
import { settleAttempt } from "../outbox/settle.ts";
import type { WebhookAttemptRow, WebhookDeliveryRow } from "./webhook-delivery-row.ts";

/** The result of an attempt for its delivery. */
export type DeliveryOutcome =
  | { readonly status: "delivered" | "failed"; readonly endedAt: string }
  | { readonly status: "pending"; readonly nextAttemptAt: string };

/** Records an attempt, and its result for the delivery unless another worker has claimed the delivery since. */
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
 * Makes the object's next delivery due at once. Runs last before the commit. Deliveries inserted meanwhile are due
 * anyway, and a delivery that a concurrent claim puts off, because this one looked pending, is examined again soon.
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
