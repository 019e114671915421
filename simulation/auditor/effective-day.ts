import type { AuditedSubscription, Books } from "./books.ts";
import { type Day, dayOf, earlier, later } from "./calendar.ts";
import { priceOf, versionOn, zoneOf } from "./contract.ts";
import { chargedPeriod } from "./periods.ts";

/** The local day of an account's present. */
export function today(books: Books, subscription: AuditedSubscription): Day {
  return dayOf(books.now, zoneOf(books, subscription));
}

/** When the periods that run today first end: `period_end` of a change and of a pause (R-SUB-4). */
export function firstPeriodEnd(books: Books, subscription: AuditedSubscription): Day {
  return periodEnds(books, subscription).reduce(earlier);
}

/** When the last of the periods that run today ends: `period_end` of a cancellation. */
export function lastPeriodEnd(books: Books, subscription: AuditedSubscription): Day {
  return periodEnds(books, subscription).reduce(later);
}

/** Of the prices that are sold today; of a contract without recurring ones its month. */
function periodEnds(books: Books, subscription: AuditedSubscription): Day[] {
  const day = today(books, subscription);
  const [first] = subscription.published.toSorted((a, b) => (a.startsOn < b.startsOn ? -1 : 1));
  const sold = versionOn(subscription, day) ?? first;
  const ends = (sold?.priceIds ?? []).flatMap((id) => {
    const { billingInterval } = priceOf(books, id);
    return billingInterval === null ? [] : [chargedPeriod(subscription, billingInterval, day).end];
  });
  return ends.length > 0 ? ends : [chargedPeriod(subscription, "monthly", day).end];
}
