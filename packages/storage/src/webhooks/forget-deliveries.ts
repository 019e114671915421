import type { Database } from "../database/database.ts";
import type { Tx } from "../database/tx.ts";

/** The organizations with deliveries that ended before an instant. */
export async function organizationsWithOldWebhooks(database: Database, before: string): Promise<string[]> {
  const rows = await database.unscoped<{ organizationId: string }>(
    "select organization_id from organizations_with_old_webhooks($1)",
    [before],
    "organizations-with-old-webhooks",
  );
  return rows.map((row) => row.organizationId);
}

/**
 * Deletes deliveries that ended before an instant, with their attempts, up to a thousand at a time. Returns how many.
 */
export async function forgetDeliveries(tx: Tx, before: string): Promise<number> {
  const rows = await tx.sql(
    `delete from webhook_delivery where organization_id = $1 and (endpoint_id, notification_id) in (
       select endpoint_id, notification_id from webhook_delivery
       where organization_id = $1 and ended_at <= $2 order by ended_at limit 1000 for no key update skip locked)
     returning notification_id`,
    [tx.organizationId, before],
  );
  return rows.length;
}
