import type { PriceMade } from "../journal/catalogue.ts";
import type { Proration } from "../journal/subscription.ts";
import type { AuditedSubscription, AuditedVersion } from "./books.ts";
import { addDays, type Day } from "./calendar.ts";
import { endOf, sells, sellsCharged, versionOn } from "./contract.ts";

/**
 * What the versions that begin on a day do about a price, one after the other. Several can begin on one day, when each was
 * replaced after the day had begun: what they did stands, though the last of them is what is sold.
 */
function switchesOn(
  subscription: AuditedSubscription,
  priceId: string,
  day: Day,
): { readonly version: AuditedVersion; readonly isSold: boolean }[] {
  let isSold = sells(subscription, priceId, addDays(day, -1));
  return subscription.published
    .filter(({ startsOn }) => startsOn === day)
    .flatMap((version) => {
      if (version.priceIds.includes(priceId) === isSold) return [];
      isSold = !isSold;
      return [{ version, isSold }];
    });
}

/** The versions that begin to sell a price on a day; with the first the contract begins. */
export function beginningsOn(subscription: AuditedSubscription, priceId: string, day: Day): AuditedVersion[] {
  const { contractStartDate } = subscription.made;
  if (day === contractStartDate) {
    const first = versionOn(subscription, day);
    if (first !== undefined && first.startsOn < day) return first.priceIds.includes(priceId) ? [first] : [];
  }
  if (!isInContract(subscription, day)) return [];
  return switchesOn(subscription, priceId, day).flatMap(({ version, isSold }) => (isSold ? [version] : []));
}

function isInContract(subscription: AuditedSubscription, day: Day): boolean {
  const end = endOf(subscription);
  return day >= subscription.made.contractStartDate && (end === null || day < end);
}

/** Whether a price stops being sold on a day. */
export function stopsOn(subscription: AuditedSubscription, priceId: string, day: Day): boolean {
  if (endOf(subscription) === day) return true;
  return switchesOn(subscription, priceId, day).some(({ isSold }) => !isSold);
}

/** Whether a price that stops being sold on a day is given back for the rest that was paid (R-SUB-4, R-SUB-6). */
export function givesBack(subscription: AuditedSubscription, priceId: string, day: Day): boolean {
  if (endOf(subscription) === day) return subscription.cancellation?.givesBack ?? true;
  const stop = switchesOn(subscription, priceId, day).findLast(({ isSold }) => !isSold);
  const proration = stop?.version.proration ?? "prorate";
  return proration === "prorate" || proration === "credit_only";
}

/** How the version that brought a price on a day treats the rest of the period (R-SUB-4); there is no change in the first. */
export function openingOf(subscription: AuditedSubscription, priceId: string, day: Day): Proration {
  const version = beginningsOn(subscription, priceId, day).at(-1);
  const isFirst = !subscription.published.some((other) => version !== undefined && other.startsOn < version.startsOn);
  return isFirst
    ? isReplacing(subscription, version)
      ? (version?.proration ?? "prorate")
      : "prorate"
    : (version?.proration ?? "prorate");
}

/** Whether another version was in force on the same day before it. */
function isReplacing({ published }: AuditedSubscription, version: AuditedVersion | undefined): boolean {
  return published.find(({ startsOn }) => startsOn === version?.startsOn) !== version;
}

/** Whether the price begins a stretch of its own on a day, though it was sold on the day before as well. */
export function isSoldAnew(subscription: AuditedSubscription, price: PriceMade, day: Day): boolean {
  return (
    sellsCharged(subscription, price, addDays(day, -1)) &&
    beginningsOn(subscription, price.id, day).length > 0 &&
    givesBack(subscription, price.id, day)
  );
}
