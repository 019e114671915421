import { type Database, forgetOauth } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";

/** How long an ended connection stays in the list. The audit log keeps it. */
const KEPT_DAYS = 30;
const CLAIM = 5_000;

/** Deletes expired tokens of all organizations, and connections that ended 30 days ago. */
export async function forgetOauthConnections(database: Database, now: string): Promise<void> {
  const earliest = Temporal.Instant.from(now)
    .subtract({ hours: KEPT_DAYS * 24 })
    .toString();
  while ((await forgetOauth(database, { now, earliest, most: CLAIM })) > 0);
}
