import type { PriceMade } from "../../journal/catalogue.ts";
import type { AuditedSubscription } from "../books.ts";
import { addDays, type Day, nextDay, type Span } from "../calendar.ts";
import { endOf, isPaused, sellsCharged, versionOn } from "../contract.ts";
import { beganForNoDay, beginningOn, chargesRestOf, givesBack } from "../sale.ts";
import { dayKey } from "./day-key.ts";

/**
 * Whether a day of a period that is paid in advance is charged, paused or not: it is sold, or a change before it gives nothing
 * back, which leaves the period charged to its end, whenever it was ordered and whether the price comes back in it or not.
 */
export function isCharged(subscription: AuditedSubscription, price: PriceMade, day: Day, period: Span): boolean {
  if (sellsCharged(subscription, price, day)) return true;
  const kept = keptFrom(subscription, price, period);
  if (kept === undefined || day < kept) return false;
  // What is kept ends with the contract, or where that gives nothing back in its turn, with the term that was agreed.
  const end = endOf(subscription);
  if (end === null || day < end) return true;
  const { termEndsOn } = subscription;
  return !givesBack(subscription, price, end) && (termEndsOn === null || day < termEndsOn);
}

/** The day of a period on which a price that was charged and served is first left out with nothing given back. */
export function keptFrom(subscription: AuditedSubscription, price: PriceMade, period: Span): Day | undefined {
  let [isSold, isSaleCharged, isServed] = [false, false, false];
  for (let day = period.start; day < period.end; day = nextDay(day)) {
    const wasSold = isSold;
    isSold = sellsCharged(subscription, price, day);
    if (
      wasSold &&
      !isSold &&
      isServed &&
      !givesBack(subscription, price, day) &&
      !wasGivenBack(subscription, price, day)
    ) {
      // What had begun anew on that day is what is kept; what was sold before it was given back.
      const anew = beganForNoDay(subscription, price, day);
      if (anew === null ? isSaleCharged : chargesRestOf(subscription, anew)) return day;
    }
    if (isSold && (!wasSold || beginningOn(subscription, price, day) !== undefined)) {
      [isSaleCharged, isServed] = [chargesRest(subscription, price, day, period), false];
    }
    if (isSold && !isPaused(subscription, day)) isServed = true;
  }
  return undefined;
}

/** Whether a change gave back the rest from a day on before an end of the same day, which gives nothing back, was known. */
function wasGivenBack(subscription: AuditedSubscription, price: PriceMade, day: Day): boolean {
  if (versionOn(subscription, day)?.priceIds.includes(price.id) === true) return false;
  const state = subscription.days.get(dayKey(price, day));
  if (state?.is === "left" && state.since === day) return true;
  return [...subscription.lines, ...subscription.letGo].some(
    ({ kind, priceId, service }) => kind === "credit" && priceId === price.id && service.start === day,
  );
}

/** Whether a price was left out with nothing given back on an earlier day of the period. */
export function isKeptBefore(subscription: AuditedSubscription, price: PriceMade, day: Day, period: Span): boolean {
  const kept = keptFrom(subscription, price, period);
  return kept !== undefined && kept < day;
}

/**
 * Whether days that begin to be charged on `start` are charged up to the end of the period in which the price began to be
 * sold (R-SUB-4).
 */
export function chargesRest(subscription: AuditedSubscription, price: PriceMade, start: Day, period: Span): boolean {
  let sale = start;
  while (sale > period.start && beginningOn(subscription, price, sale) === undefined) sale = addDays(sale, -1);
  const beginning = beginningOn(subscription, price, sale);
  if (beginning === undefined || (sale <= period.start && !beginning.isAfterBilling)) return true;
  return chargesRestOf(subscription, beginning);
}
