import { instantText } from "@counterfoil/engine";
import { type Database, forgetDeliveries, organizationsWithOldWebhooks } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";

/** How long the log of deliveries goes back. Notifications themselves are kept, and can be sent again after it. */
const KEPT_WEBHOOK_DAYS = 30;
const HOURS_OF_A_DAY = 24;

/** Forgets what ended too long ago, and answers how much. It is done again until that is nothing. */
export async function forgetOldWebhooks(database: Database, now: string): Promise<number> {
  const before = instantText(Temporal.Instant.from(now).subtract({ hours: KEPT_WEBHOOK_DAYS * HOURS_OF_A_DAY }));
  let forgotten = 0;
  for (const organizationId of await organizationsWithOldWebhooks(database, before)) {
    forgotten += await database.transaction(organizationId, (tx) => forgetDeliveries(tx, before));
  }
  return forgotten;
}
