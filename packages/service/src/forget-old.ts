import type { Tx } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { type Context, transact } from "./context.ts";
import { earliestId, type IdPrefix } from "./ids.ts";

/** Longer than a reservation or a hold lasts, and than any client repeats a call. */
const KEPT_HOURS = 30 * 24;
/** Rows deleted in one transaction. */
const CLAIM = 5_000;

/**
 * Deletes rows whose IDs are 30 days old, a few thousand in each transaction.
 * @param forget deletes up to `limit` rows with an ID before the given one, and returns how many
 */
export async function forgetOld(
  context: Context,
  prefix: IdPrefix,
  forget: (tx: Tx, beforeId: string, limit: number) => Promise<number>,
): Promise<void> {
  const oldest = Temporal.Instant.from(context.clock.now()).subtract({ hours: KEPT_HOURS }).toString();
  const before = earliestId(prefix, oldest);
  let deleted = CLAIM;
  while (deleted === CLAIM) deleted = await transact(context, ({ tx }) => forget(tx, before, CLAIM));
}
