import { findDraftsOf, findLinesOfDrafts } from "@counterfoil/storage";
import { openUsageSince } from "../../billing/index.ts";
import type { CheckedEvent } from "../../events/index.ts";
import { dayAt, startOfQuarter } from "../../time.ts";
import type { AccountCredit } from "./running-credit.ts";

/**
 * The time at which the event of a settlement counts, in milliseconds: its own, or now if its period is already invoiced, or has not
 * begun. A later invoice charges such an event, so it must not cost nothing here.
 */
export async function countedAt(
  credit: Pick<AccountCredit, "work" | "account" | "contracts">,
  event: Pick<CheckedEvent, "eventName" | "timestamp" | "receivedAt">,
): Promise<number> {
  const { work, account, contracts } = credit;
  const now = work.clock.now();
  const at = storedAt(credit, event);
  if (at >= Date.parse(now)) return Date.parse(now);
  if (at >= startOfQuarter(now)) return at;
  const drafts = await findDraftsOf(work.tx, account.id);
  const lines = await findLinesOfDrafts(
    work.tx,
    drafts.map(({ id }) => id),
  );
  const starts = [
    ...lines.map(({ servicePeriodStart }) => servicePeriodStart),
    ...contracts.flatMap(
      (loaded) => openUsageSince(loaded, dayAt(now, loaded.contract.timeZone), event.eventName) ?? [],
    ),
  ];
  return starts.some((start) => Date.parse(start) <= at) ? at : Date.parse(now);
}

/** The time with which the event is stored, in milliseconds. */
export function storedAt(
  { work, account }: Pick<AccountCredit, "work" | "account">,
  { timestamp, receivedAt }: Pick<CheckedEvent, "timestamp" | "receivedAt">,
): number {
  return Date.parse(timestamp ?? (account.testClockId === null ? receivedAt : work.clock.now()));
}
