import { deleteClosedCreditHolds, deleteOldAccountChanges } from "@counterfoil/storage";
import type { Context } from "../../context.ts";
import { forgetOld } from "../../forget-old.ts";

/**
 * Deletes holds that no longer hold anything and are 30 days old. Their usage stays counted. Also deletes notes of changes
 * that nothing remembered is older than.
 */
export function forgetHolds(context: Context): Promise<void> {
  return forgetOld(context, "hold", async (tx, beforeId, limit) => {
    const deleted = await deleteClosedCreditHolds(tx, beforeId, limit);
    await deleteOldAccountChanges(tx);
    return deleted;
  });
}
