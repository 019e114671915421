import type { PriceMade } from "../journal/catalogue.ts";
import type { SubscriptionMade } from "../journal/subscription.ts";
import type { AuditedSubscription, AuditedVersion, Books } from "./books.ts";
import { addDays, addMonths, type Day, earlier, later, midnight } from "./calendar.ts";

/** A subscription as it begins: what follows from its terms by R-TIME-2 and R-SUB-7. */
export function beginSubscription(made: SubscriptionMade): AuditedSubscription {
  const chargedFrom = addDays(made.contractStartDate, made.trialPeriodDays ?? 0);
  return {
    made,
    chargedFrom,
    anchor: made.firstBillingDate ?? chargedFrom,
    termEndsOn: made.renewal === null ? termEnd(made) : null,
    cancellation: null,
    pauses: [],
    earlierZones: [],
    drafts: new Map(),
    published: [],
    isActive: false,
    billedThrough: null,
    lines: [],
    days: new Map(),
    soldPrices: new Map(),
    invoices: [],
    noted: new Map(),
    takenToday: new Map(),
    takenOffToday: new Map(),
    reliefToday: new Map(),
    letGo: [],
    late: new Set(),
  };
}

function termEnd({ fixedTerm, contractStartDate }: SubscriptionMade): Day | null {
  if (fixedTerm === null) return null;
  return "endDate" in fixedTerm ? fixedTerm.endDate : addMonths(contractStartDate, fixedTerm.months);
}

/** The first day without service; null while none is known. */
export function endOf({ termEndsOn, cancellation }: AuditedSubscription): Day | null {
  if (cancellation === null || termEndsOn === null) return cancellation?.on ?? termEndsOn;
  return earlier(cancellation.on, termEndsOn);
}

/** The version that runs on a day. */
export function versionOn(subscription: AuditedSubscription, day: Day): AuditedVersion | undefined {
  let running: AuditedVersion | undefined;
  for (const version of subscription.published) {
    if (version.startsOn <= day && (running === undefined || version.startsOn >= running.startsOn)) running = version;
  }
  return running;
}

/** Whether a version sells the price on a day, in a trial or a pause or not. */
export function sells(subscription: AuditedSubscription, priceId: string, day: Day): boolean {
  if (day < subscription.made.contractStartDate) return false;
  const end = endOf(subscription);
  if (end !== null && day >= end) return false;
  return versionOn(subscription, day)?.priceIds.includes(priceId) === true;
}

/** Whether the price is sold on the day and the trials, the contract's and its own, are over. */
export function sellsCharged(subscription: AuditedSubscription, price: PriceMade, day: Day): boolean {
  return day >= trialEnd(subscription, price) && sells(subscription, price.id, day);
}

/** A price's own trial begins when it is first sold. */
export function trialEnd({ chargedFrom, made, published }: AuditedSubscription, price: PriceMade): Day {
  if (price.trialPeriodDays === null) return chargedFrom;
  const starts = published.filter(({ priceIds }) => priceIds.includes(price.id)).map(({ startsOn }) => startsOn);
  const first = later(starts.toSorted()[0] ?? made.contractStartDate, made.contractStartDate);
  return later(chargedFrom, addDays(first, price.trialPeriodDays));
}

/** A pause is over with the contract. */
export function isPaused(subscription: AuditedSubscription, day: Day): boolean {
  const end = endOf(subscription);
  if (end !== null && day >= end) return false;
  return subscription.pauses.some(({ startsOn, endsOn }) => day >= startsOn && (endsOn === null || day < endsOn));
}

/** The prices of all published versions, each once, in the order of sale. */
export function pricesOf(books: Books, subscription: AuditedSubscription): PriceMade[] {
  const byStart = subscription.published.toSorted((a, b) => (a.startsOn < b.startsOn ? -1 : 1));
  const ids = new Set(byStart.flatMap((version) => version.priceIds));
  return [...ids].map((id) => priceOf(books, id));
}

export function priceOf(books: Books, id: string): PriceMade {
  const price = books.prices.get(id);
  if (price === undefined) throw new Error(`the journal knows no price ${id}`);
  return price;
}

export function zoneOf(books: Books, subscription: AuditedSubscription): string {
  return books.zones.get(subscription.made.accountId) ?? "UTC";
}

/**
 * The instant at which a day begins, in the zone that held on it: what was counted up to it stands (R-TIME-1). No day
 * begins before an earlier one, although a move may skip more than a day.
 */
export function dayStart(books: Books, subscription: AuditedSubscription, day: Day): number {
  let start = Number.NEGATIVE_INFINITY;
  for (const { zone, through } of subscription.earlierZones) {
    if (day <= through) return Math.max(start, midnight(day, zone));
    start = Math.max(start, midnight(through, zone));
  }
  return Math.max(start, midnight(day, zoneOf(books, subscription)));
}
