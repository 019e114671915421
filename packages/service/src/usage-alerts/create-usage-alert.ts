import { beginAlertTail, currentUsageSequence, findAccount, insertUsageAlert } from "@counterfoil/storage";
import { type Context, transact } from "../context.ts";
import { refuseFaults } from "../errors/index.ts";
import { audit } from "../record.ts";
import { usageAlertFaults } from "./check-usage-alert.ts";
import type { UsageAlert, UsageAlertCreation } from "./usage-alert.ts";

/**
 * Creates an alert. Usage above a threshold is reported immediately: a worker first checks all accounts of the alert,
 * and from then on only those with new usage.
 */
export function createUsageAlert(context: Context, input: UsageAlertCreation): Promise<UsageAlert> {
  return transact(context, async (work) => {
    const now = work.clock.now();
    const { accountId: named = null, currency = null, active = true, ...members } = input;
    const account = named === null ? null : await findAccount(work.tx, named);
    const alert: UsageAlert = {
      id: work.ids.next("alert"),
      ...members,
      accountId: account?.id ?? null,
      currency,
      active,
      createdAt: now,
      updatedAt: now,
    };
    const faults = await usageAlertFaults(work.tx, alert);
    if (account === undefined) {
      const detail = `There is no account ${JSON.stringify(named)}.`;
      faults.push({ pointer: "/accountId", code: "unknown_account", detail });
    }
    refuseFaults(faults);
    if (active) await beginAlertTail(work.tx, await currentUsageSequence(work.tx));
    await insertUsageAlert(work.tx, { ...alert, lookedThrough: "" });
    await audit(work, { action: "usage_alert.created", objectId: alert.id, after: alert });
    return alert;
  });
}
