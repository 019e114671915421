import { beginAlertTail, currentUsageSequence, findUsageAlert, updateUsageAlert as save } from "@counterfoil/storage";
import { type Context, transact } from "../context.ts";
import { notFound, refuseFaults } from "../errors/index.ts";
import { audit } from "../record.ts";
import { thresholdFaults } from "./check-usage-alert.ts";
import { toUsageAlert, type UsageAlert, type UsageAlertInput } from "./usage-alert.ts";
import { requireUnchanged } from "../precondition.ts";

/**
 * Changes the name or the thresholds of an alert, or disables or enables it. All accounts are then checked again. A
 * threshold that was reported in the current period is not reported again.
 */
export function updateUsageAlert(context: Context, id: string, input: UsageAlertInput): Promise<UsageAlert> {
  return transact(context, async (work) => {
    const before = await findUsageAlert(work.tx, id, "for no key update");
    if (before === undefined) throw notFound("usage alert", id);
    await requireUnchanged(work, () => toUsageAlert(before));
    const isToLookAgain = input.thresholds !== undefined || input.active !== undefined;
    const lookedThrough = isToLookAgain ? "" : before.lookedThrough;
    const after = { ...before, ...input, lookedThrough, updatedAt: work.clock.now() };
    refuseFaults(thresholdFaults(after.thresholds));
    await save(work.tx, after);
    if (after.active) await beginAlertTail(work.tx, await currentUsageSequence(work.tx));
    const shown = toUsageAlert(after);
    await audit(work, { action: "usage_alert.updated", objectId: id, before: toUsageAlert(before), after: shown });
    return shown;
  });
}
