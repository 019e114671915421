import type { Database } from "../database/database.ts";
import type { Tx } from "../database/tx.ts";

/** Organizations with deliveries that ended by an instant. */
export async function organizationsWithOldWebhooks(database: Database, before: string): Promise<string[]> {
  const rows = await database.unscoped<{ organizationId: string }>(
    "select organization_id from organizations_with_old_webhooks($1)",
    [before],
    "organizations-with-old-webhooks",
  );
  return rows.map((row) => row.organizationId);
}

/** Forgets deliveries that ended by an instant, with their attempts, a thousand at a time. Answers how many. */
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
