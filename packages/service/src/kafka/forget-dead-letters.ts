import { type Database, forgetDeadLetters as forget } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";

/** How long a closed dead letter stays in the list. The audit log keeps that it was closed. */
const KEPT_DAYS = 30;
const CLAIM = 1_000;

/** Deletes dead letters of all organizations that were replayed or discarded 30 days ago. Open ones stay. */
export async function forgetDeadLetters(database: Database, now: string): Promise<void> {
  const earliest = Temporal.Instant.from(now)
    .subtract({ hours: KEPT_DAYS * 24 })
    .toString();
  while ((await forget(database, earliest, CLAIM)) === CLAIM);
}
