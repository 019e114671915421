import { deleteClosedCreditHolds } from "@counterfoil/storage";
import type { Context } from "../../context.ts";
import { forgetOld } from "../../forget-old.ts";

/** Deletes holds that no longer hold anything and are 30 days old. Their usage stays counted. */
export function forgetHolds(context: Context): Promise<void> {
  return forgetOld(context, "hold", deleteClosedCreditHolds);
}
