import { deleteClosedCreditHolds } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { type Context, transact } from "../../context.ts";
import { earliestId } from "../../ids.ts";

/** Longer than a hold lasts, and than any client repeats a call. */
const KEPT_HOURS = 30 * 24;
/** Rows deleted in one transaction. */
const CLAIM = 5_000;

/** Deletes holds that no longer hold anything and are 30 days old. Their usage stays counted. */
export async function forgetHolds(context: Context): Promise<void> {
  const oldest = Temporal.Instant.from(context.clock.now()).subtract({ hours: KEPT_HOURS }).toString();
  const before = earliestId("hold", oldest);
  let deleted = CLAIM;
  while (deleted === CLAIM) deleted = await transact(context, ({ tx }) => deleteClosedCreditHolds(tx, before, CLAIM));
}
