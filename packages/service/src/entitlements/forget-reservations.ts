import { deleteClosedReservations } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { type Context, transact } from "../context.ts";
import { earliestId } from "../ids.ts";

/** Longer than a reservation lasts, and than any client repeats a call. */
const KEPT_HOURS = 30 * 24;
/** Rows deleted in one transaction. */
const CLAIM = 5_000;

/** Deletes reservations that were settled or have expired, and are 30 days old. Their use stays counted. */
export async function forgetReservations(context: Context): Promise<void> {
  const oldest = Temporal.Instant.from(context.clock.now()).subtract({ hours: KEPT_HOURS }).toString();
  const before = earliestId("rsv", oldest);
  let deleted = CLAIM;
  while (deleted === CLAIM) deleted = await transact(context, ({ tx }) => deleteClosedReservations(tx, before, CLAIM));
}
