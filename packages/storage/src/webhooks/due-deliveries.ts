import type { Database } from "../database/database.ts";
import type { Tx } from "../database/tx.ts";

export interface DueEndpoint {
  organizationId: string;
  endpointId: string;
}

/** Enabled endpoints that have deliveries to send by `now`. */
export function webhookEndpointsDue(database: Database, now: string): Promise<DueEndpoint[]> {
  return database.unscoped<DueEndpoint>(
    "select organization_id, endpoint_id from webhook_endpoints_due($1)",
    [now],
    "webhook-endpoints-due",
  );
}

/** Marks due deliveries as caught instead of sending them, up to a thousand at a time. Returns how many. */
export async function catchDeliveries(tx: Tx, endpointId: string, now: string): Promise<number> {
  const rows = await tx.sql(
    `update webhook_delivery set status = 'caught', locked_until = null, ended_at = $3
     where organization_id = $1 and endpoint_id = $2 and notification_id in (
       select notification_id from webhook_delivery
       where organization_id = $1 and endpoint_id = $2 and status = 'pending' and next_attempt_at <= $3
       order by next_attempt_at, sequence limit 1000 for no key update skip locked)
     returning notification_id`,
    [tx.organizationId, endpointId, now],
  );
  return rows.length;
}
