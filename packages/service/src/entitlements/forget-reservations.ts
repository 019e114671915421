import { deleteClosedReservations } from "@counterfoil/storage";
import type { Context } from "../context.ts";
import { forgetOld } from "../forget-old.ts";

/** Deletes reservations that were settled or have expired, and are 30 days old. Their use stays counted. */
export function forgetReservations(context: Context): Promise<void> {
  return forgetOld(context, "rsv", deleteClosedReservations);
}
