import { findDraftsOf, findLinesOfDrafts } from "@counterfoil/storage";
import { openUsageSince } from "../../billing/index.ts";
import type { CheckedEvent } from "../../events/index.ts";
import { dayAt, startOfQuarter } from "../../time.ts";
import type { AccountCredit } from "./running-credit.ts";

/**
 * The time at which the event of a settlement counts, in milliseconds: its own, or now if its period is already invoiced. A later invoice
 * charges such an event, so it must not cost nothing here.
 */
export async function countedAt(
  { work, account, contracts }: Pick<AccountCredit, "work" | "account" | "contracts">,
  { eventName, timestamp, receivedAt }: Pick<CheckedEvent, "eventName" | "timestamp" | "receivedAt">,
): Promise<number> {
  const now = work.clock.now();
  const at = Date.parse(timestamp ?? (account.testClockId === null ? receivedAt : now));
  if (at >= startOfQuarter(now)) return at;
  const drafts = await findDraftsOf(work.tx, account.id);
  const lines = await findLinesOfDrafts(
    work.tx,
    drafts.map(({ id }) => id),
  );
  const starts = [
    ...lines.map(({ servicePeriodStart }) => servicePeriodStart),
    ...contracts.flatMap((loaded) => openUsageSince(loaded, dayAt(now, loaded.contract.timeZone), eventName) ?? []),
  ];
  return starts.some((start) => Date.parse(start) <= at) ? at : Date.parse(now);
}
