import { findScheduledSubscriptions, updateBillingProgress } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import type { Work } from "../context.ts";
import { dueAt } from "./schedule.ts";

/**
 * Moves what is due to a new zone's midnights: dates stay, instants move (R-TIME-1). For one account, or for all accounts
 * without a zone of their own when the organization's changes.
 */
export async function followTimeZone(work: Work, accountId: string | null, timeZone: string): Promise<void> {
  const subscriptions = await findScheduledSubscriptions(work.tx, accountId);
  const moved = subscriptions.map((subscription) => ({
    ...subscription,
    nextBillingAt: dueAt(Temporal.PlainDate.from(subscription.nextBillingOn), timeZone),
  }));
  if (moved.length > 0) await updateBillingProgress(work.tx, moved, work.clock.now());
}
