import { instantText } from "@counterfoil/engine";
import { type Database, forgetDeliveries, organizationsWithOldWebhooks } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";

/** How long deliveries stay in the log. Notifications are kept, and can be sent again later. */
const KEPT_WEBHOOK_DAYS = 30;
const HOURS_OF_A_DAY = 24;

/** Deletes deliveries that ended too long ago, and returns their number. Call it until it returns 0. */
export async function forgetOldWebhooks(database: Database, now: string): Promise<number> {
  const before = instantText(Temporal.Instant.from(now).subtract({ hours: KEPT_WEBHOOK_DAYS * HOURS_OF_A_DAY }));
  let forgotten = 0;
  for (const organizationId of await organizationsWithOldWebhooks(database, before)) {
    forgotten += await database.transaction(organizationId, (tx) => forgetDeliveries(tx, before));
  }
  return forgotten;
}
