import { type Database, forgetLoggedRequests } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";

const KEPT_DAYS = 30;
/** The most requests of one organization. */
const KEPT_REQUESTS = 100_000;
/** Requests deleted in one transaction. */
const CLAIM = 5_000;

/** Deletes requests of all organizations that are older than 30 days, or beyond the latest 100,000 of one. */
export async function forgetRequests(database: Database, now: string): Promise<void> {
  const earliest = Temporal.Instant.from(now)
    .subtract({ hours: KEPT_DAYS * 24 })
    .toString();
  while ((await forgetLoggedRequests(database, { earliest, kept: KEPT_REQUESTS, most: CLAIM })) > 0);
}
