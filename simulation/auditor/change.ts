import type { ChangeMade } from "../journal/subscription.ts";
import type { AuditedSubscription, AuditedVersion, Books } from "./books.ts";
import { type Day, dayOf, earlier } from "./calendar.ts";
import { chargedPeriod, priceOf, versionOn } from "./contract.ts";

/** The version that a change makes of the one that runs on its day (R-SUB-4). */
export function applyChange(books: Books, subscription: AuditedSubscription, change: ChangeMade): AuditedVersion {
  const startsOn = effectiveDay(books, subscription, change.effective);
  const before = versionOn(subscription, startsOn);
  if (before === undefined) throw new Error(`${subscription.made.id} sells nothing on ${startsOn}`);
  const replaced = before.priceIds
    .filter((id) => !change.remove.includes(id))
    .map((id) => change.update.find(({ priceId }) => priceId === id)?.newPriceId ?? id);
  return { id: change.versionId, startsOn, priceIds: [...replaced, ...change.add], proration: change.proration };
}

/** `now` is the account's local today, `period_end` the earliest end of a period that runs today. */
function effectiveDay(books: Books, subscription: AuditedSubscription, effective: string): Day {
  const now = dayOf(books.now, books.zones.get(subscription.made.accountId) ?? "UTC");
  if (effective === "now") return now;
  if (effective !== "period_end") return effective;
  const ends = (versionOn(subscription, now)?.priceIds ?? []).flatMap((id) => {
    const { billingInterval } = priceOf(books, id);
    return billingInterval === null ? [] : [chargedPeriod(subscription, billingInterval, now).end];
  });
  return ends.reduce(earlier, chargedPeriod(subscription, "yearly", now).end);
}
