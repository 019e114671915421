import {
  findSubscriptionsById,
  lockSubscriptionsInZone,
  moveToZone,
  prolongEntitlementUses,
  type ZoneMove,
} from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { accountNow } from "../clocks/index.ts";
import type { Work } from "../context.ts";
import { regrant } from "../entitlements/index.ts";
import { dueAt, localDay } from "../time.ts";
import { loadContracts } from "../contracts/index.ts";

/**
 * Moves due times to the midnights of a new zone: dates stay, instants move (R-TIME-1). Days up to today keep their old
 * beginning, so that no usage falls between the two zones or into both. Works for one account, or for all accounts
 * without their own zone if the organization's zone changes.
 */
export async function followTimeZone(work: Work, accountId: string | null, from: string, to: string): Promise<void> {
  if (from === to) return;
  const subscriptions = await lockSubscriptionsInZone(work.tx, accountId);
  const moves: ZoneMove[] = [];
  for (const { id, testClockId, nextBillingOn, nextBillingAt } of subscriptions) {
    const now = await accountNow(work, { testClockId });
    const through = localDay(now, from);
    const moved = nextBillingOn === null ? null : dueAt(Temporal.PlainDate.from(nextBillingOn), to);
    // What is already due stays due.
    const isDue = nextBillingAt !== null && nextBillingAt <= now;
    moves.push({ id, nextBillingAt: isDue ? nextBillingAt : moved, timeZone: from, through });
  }
  if (moves.length === 0) return;
  await moveToZone(work.tx, moves, work.clock.now());
  await regrantInZone(
    work,
    moves.map((move) => move.id),
  );
}

/** Running subscriptions keep their grants, with midnights of the new zone from here on. */
async function regrantInZone(work: Work, ids: readonly string[]): Promise<void> {
  const subscriptions = await findSubscriptionsById(work.tx, ids);
  const running = subscriptions.filter(({ status }) => status === "active");
  await regrant(work.tx, await loadContracts(work.tx, running));
  const accountIds = [...new Set(running.map(({ accountId }) => accountId))];
  await prolongEntitlementUses(work.tx, accountIds);
}
