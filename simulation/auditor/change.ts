import type { CancellationMade, ChangeMade } from "../journal/subscription.ts";
import type { AuditedSubscription, AuditedVersion, Books } from "./books.ts";
import { addMonths, type Day, earlier, nextDay } from "./calendar.ts";
import { versionOn } from "./contract.ts";
import { firstPeriodEnd, lastPeriodEnd, today } from "./effective-day.ts";

/** The version that a change makes of the one that runs on its day (R-SUB-4). */
export function applyChange(books: Books, subscription: AuditedSubscription, change: ChangeMade): AuditedVersion {
  const startsOn = changeDay(books, subscription, change.effective);
  const { versionId: id, proration } = change;
  if (change.planId !== null) {
    return { id, startsOn, priceIds: books.plans.get(change.planId) ?? [], proration, isAfterBilling: false };
  }
  const before = versionOn(subscription, startsOn);
  if (before === undefined) throw new Error(`${subscription.made.id} sells nothing on ${startsOn}`);
  const replaced = before.priceIds
    .filter((price) => !change.remove.includes(price))
    .map((price) => change.update.find(({ priceId }) => priceId === price)?.newPriceId ?? price);
  return { id, startsOn, priceIds: [...replaced, ...change.add], proration, isAfterBilling: false };
}

/** `now`: the current local day belongs to the new version (R-SUB-5). */
function changeDay(books: Books, subscription: AuditedSubscription, effective: string): Day {
  if (effective === "now") return today(books, subscription);
  return effective === "period_end" ? firstPeriodEnd(books, subscription) : effective;
}

/** `now`: the current local day is used up, and the pause begins with the next (R-SUB-5). */
export function pauseDay(books: Books, subscription: AuditedSubscription, effective: string): Day {
  if (effective === "now") return nextDay(today(books, subscription));
  return effective === "period_end" ? firstPeriodEnd(books, subscription) : effective;
}

/** The first day without service; a term that does not renew ends no later than agreed. */
export function cancellationDay(books: Books, subscription: AuditedSubscription, { effective }: CancellationMade): Day {
  const day = today(books, subscription);
  if (effective === "contract_end") return currentTermEnd(subscription, day);
  const asked =
    effective === "now" ? nextDay(day) : effective === "period_end" ? lastPeriodEnd(books, subscription) : effective;
  const { termEndsOn } = subscription;
  return termEndsOn === null ? asked : earlier(asked, termEndsOn);
}

/** The end of the term that runs: terms are counted from the contract's start, so that the day of the month comes back. */
function currentTermEnd({ made }: AuditedSubscription, day: Day): Day {
  const { fixedTerm, renewal, contractStartDate } = made;
  if (fixedTerm === null) throw new Error("a contract without a term has no end");
  const isDated = "endDate" in fixedTerm;
  const base = isDated ? fixedTerm.endDate : contractStartDate;
  const first = isDated ? 0 : fixedTerm.months;
  const months = renewal?.months ?? (isDated ? null : fixedTerm.months);
  let end = addMonths(base, first);
  for (let terms = 1; renewal !== null && months !== null && end <= day; terms += 1) {
    end = addMonths(base, first + terms * months);
  }
  return end;
}
