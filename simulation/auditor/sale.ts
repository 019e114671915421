import type { PriceMade } from "../journal/catalogue.ts";
import type { Proration } from "../journal/subscription.ts";
import { advanceInterval } from "./billing/price-kind.ts";
import type { AuditedSubscription, AuditedVersion } from "./books.ts";
import { addDays, type Day } from "./calendar.ts";
import { endOf, sells, versionOn } from "./contract.ts";

/** How the versions that begin on a day leave a price. */
interface Sale {
  /** The version with which the price begins to be sold; null where it goes on or is not sold. */
  readonly beginning: AuditedVersion | null;
  /** The version with which a sale began that stopped on the same day; what was sold before was given back. Null where none did. */
  readonly noDay: AuditedVersion | null;
  /** The version that last took it out; null where none did. */
  readonly stop: AuditedVersion | null;
  /** Taken out and brought back, the price goes on as before. */
  readonly goesOn: boolean;
}

/**
 * Goes through the versions that begin on a day, one after the other. Several can begin on one day, the later one in the place of
 * the one before. A price that is left out and comes back goes on as before, unless the day was billed in between and what
 * was paid for it given back.
 */
function saleOn(subscription: AuditedSubscription, price: PriceMade, day: Day): Sale {
  let isSold = sells(subscription, price.id, addDays(day, -1));
  let beginning: AuditedVersion | null = null;
  let stop: AuditedVersion | null = null;
  let hasLost = false;
  let goesOn = false;
  for (const version of versionsFrom(subscription, day)) {
    if (version.priceIds.includes(price.id) === isSold) continue;
    isSold = !isSold;
    if (!isSold) {
      stop = version;
      hasLost = advanceInterval(price) !== null && gives(version.proration);
      continue;
    }
    goesOn = stop !== null && !(hasLost && version.isAfterBilling);
    if (!goesOn) beginning = version;
  }
  return { beginning: isSold ? beginning : null, noDay: isSold ? null : beginning, stop, goesOn: isSold && goesOn };
}

/** With the first day of the contract begins what ran before it, had there been a contract. */
function versionsFrom(subscription: AuditedSubscription, day: Day): AuditedVersion[] {
  const begun = subscription.published.filter(({ startsOn }) => startsOn === day);
  const before = day === subscription.made.contractStartDate ? versionOn(subscription, addDays(day, -1)) : undefined;
  return before === undefined ? begun : [before, ...begun];
}

/** The version with which a price begins to be sold on a day. */
export function beginningOn(subscription: AuditedSubscription, price: PriceMade, day: Day): AuditedVersion | undefined {
  return sells(subscription, price.id, day) ? (saleOn(subscription, price, day).beginning ?? undefined) : undefined;
}

/** The version with which a price that is not sold on a day began to be sold anew on it. */
export function beganForNoDay(subscription: AuditedSubscription, price: PriceMade, day: Day): AuditedVersion | null {
  return saleOn(subscription, price, day).noDay;
}

/** Whether a price is taken out on a day and brought back as if it had stayed. */
export function goesOnAfterAll(subscription: AuditedSubscription, price: PriceMade, day: Day): boolean {
  return saleOn(subscription, price, day).goesOn;
}

/** Whether a price stops being sold on a day. */
export function stopsOn(subscription: AuditedSubscription, price: PriceMade, day: Day): boolean {
  return endOf(subscription) === day || saleOn(subscription, price, day).stop !== null;
}

/** Whether a price that stops being sold on a day is given back for the rest that was paid (R-SUB-4, R-SUB-6). */
export function givesBack(subscription: AuditedSubscription, price: PriceMade, day: Day): boolean {
  if (endOf(subscription) === day) return subscription.cancellation?.givesBack ?? true;
  return gives(saleOn(subscription, price, day).stop?.proration ?? "prorate");
}

function gives(proration: Proration): boolean {
  return proration === "prorate" || proration === "credit_only";
}

/** Whether the version that brought a price charges the rest of the running period; with the first there is no change yet. */
export function chargesRestOf({ published }: AuditedSubscription, version: AuditedVersion): boolean {
  const [first] = published.toSorted((a, b) => (a.startsOn < b.startsOn ? -1 : 1));
  return version === first || version.proration === "prorate" || version.proration === "charge_only";
}
