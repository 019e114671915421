import { lockSubscriptionsInZone, moveToZone, type ZoneMove } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { accountNow } from "../accounts/account-time.ts";
import type { Work } from "../context.ts";
import { localDay } from "../time.ts";
import { dueAt } from "./schedule.ts";

/**
 * Moves what is due to a new zone's midnights: dates stay, instants move (R-TIME-1). Days up to today go on beginning where
 * they began, so that no usage falls between two zones or into both. For one account, or for all accounts without a zone of
 * their own when the organization's changes.
 */
export async function followTimeZone(work: Work, accountId: string | null, from: string, to: string): Promise<void> {
  if (from === to) return;
  const subscriptions = await lockSubscriptionsInZone(work.tx, accountId);
  const moves: ZoneMove[] = [];
  for (const { id, testClockId, nextBillingOn, nextBillingAt } of subscriptions) {
    const now = await accountNow(work, { testClockId });
    const through = localDay(now, from);
    const moved = nextBillingOn === null ? null : dueAt(Temporal.PlainDate.from(nextBillingOn), to);
    // What has fallen due already stays due.
    const isDue = nextBillingAt !== null && nextBillingAt <= now;
    moves.push({ id, nextBillingAt: isDue ? nextBillingAt : moved, timeZone: from, through });
  }
  if (moves.length > 0) await moveToZone(work.tx, moves, work.clock.now());
}
