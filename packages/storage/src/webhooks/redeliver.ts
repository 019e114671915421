import type { Tx } from "../database/tx.ts";

/** Which past notifications to deliver again. Their IDs contain the time at which they were written. */
export interface RedeliveredRange {
  readonly endpointId: string;
  readonly fromId: string;
  readonly toId: string;
  /** A type must match both lists: the endpoint's subscription and the types of the request. */
  readonly eventTypes: readonly string[];
  readonly named: readonly string[];
  /** False to leave out what was already delivered. */
  readonly isDeliveredToo: boolean;
}

/** Counts the notifications in a range, up to `most`. */
export async function countRange(tx: Tx, range: RedeliveredRange, most: number): Promise<number> {
  const [row] = await tx.sql<{ total: string }>(
    `select count(*) as total from (
       select from notification n where n.organization_id = $1 and n.id >= $2 and n.id < $3
         and is_asked_for(n.type, $4) and is_asked_for(n.type, $5) limit $6) as counted`,
    [tx.organizationId, range.fromId, range.toId, range.eventTypes, range.named, most],
  );
  return Number(row?.total ?? 0);
}

/**
 * Makes the deliveries of a range due at once. Includes notifications that never had a delivery for the endpoint, such
 * as those from when it was disabled. Skips deliveries that are being sent. Returns how many are due.
 */
export async function redeliverRange(tx: Tx, range: RedeliveredRange): Promise<number> {
  const rows = await tx.sql(
    `insert into webhook_delivery as d (organization_id, endpoint_id, notification_id, object_id, type, sequence, happened_at,
       status, next_attempt_at, attempts, tries)
     select $1, $2, n.id, n.object_id, n.type, n.sequence, n.timestamp, 'pending', 'epoch', 0, 0
     from notification n
     where n.organization_id = $1 and n.id >= $3 and n.id < $4 and is_asked_for(n.type, $5) and is_asked_for(n.type, $6)
       and n.type <> 'webhook_endpoint.test'
     order by n.sequence
     on conflict (organization_id, endpoint_id, notification_id) do update
       set status = 'pending', next_attempt_at = 'epoch', tried_at = null, ended_at = null
       where d.locked_until is null and (d.status <> 'delivered' or $7)
     returning notification_id`,
    [
      tx.organizationId,
      range.endpointId,
      range.fromId,
      range.toId,
      range.eventTypes,
      range.named,
      range.isDeliveredToo,
    ],
  );
  return rows.length;
}

/** Makes one notification due at once for one endpoint. Does nothing if it is being sent. */
export async function deliverOne(tx: Tx, endpointId: string, notificationId: string): Promise<void> {
  await tx.sql(
    `insert into webhook_delivery as d (organization_id, endpoint_id, notification_id, object_id, type, sequence, happened_at,
       status, next_attempt_at, attempts, tries)
     select $1, $2, n.id, n.object_id, n.type, n.sequence, n.timestamp, 'pending', 'epoch', 0, 0
     from notification n where n.organization_id = $1 and n.id = $3
     on conflict (organization_id, endpoint_id, notification_id) do update
       set status = 'pending', next_attempt_at = 'epoch', tried_at = null, ended_at = null where d.locked_until is null`,
    [tx.organizationId, endpointId, notificationId],
  );
}

/** Makes deliveries that wait for their next attempt due at once, and restarts their three days of retries. */
export async function resumeDeliveries(tx: Tx, endpointId: string): Promise<void> {
  await tx.sql(
    `update webhook_delivery set next_attempt_at = 'epoch', tried_at = null
     where organization_id = $1 and endpoint_id = $2 and status = 'pending' and locked_until is null`,
    [tx.organizationId, endpointId],
  );
}
