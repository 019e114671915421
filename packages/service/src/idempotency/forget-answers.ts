import { type Database, forgetIdempotencyRecords } from "@counterfoil/storage";
import { earliestKept } from "./answer-once.ts";

/** Records deleted in one transaction. */
const CLAIM = 1_000;

/** Deletes answers that are more than a day old, of all organizations. */
export async function forgetAnswers(database: Database, now: string): Promise<void> {
  while ((await forgetIdempotencyRecords(database, earliestKept(now), CLAIM)) === CLAIM);
}
