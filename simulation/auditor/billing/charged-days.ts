import type { PriceMade } from "../../journal/catalogue.ts";
import type { AuditedSubscription } from "../books.ts";
import { addDays, type Day, type Span } from "../calendar.ts";
import { endOf, sellsCharged } from "../contract.ts";
import { beginningOn, chargesRestOf, givesBack } from "../sale.ts";

/**
 * Whether a day of a period that is paid in advance is charged, paused or not: it is sold, or was no longer sold because of a
 * change that gives nothing back, which leaves the period charged to its end whenever it was ordered.
 */
export function isCharged(subscription: AuditedSubscription, price: PriceMade, day: Day, period: Span): boolean {
  let last = day;
  while (last >= period.start && !sellsCharged(subscription, price, last)) last = addDays(last, -1);
  if (last === day) return true;
  const stop = addDays(last, 1);
  if (last < period.start || givesBack(subscription, price, stop)) return false;
  // What is kept ends with the contract, or where that gives nothing back in its turn, with the term that was agreed.
  const end = endOf(subscription);
  if (end === null || day < end) return true;
  const { termEndsOn } = subscription;
  return !givesBack(subscription, price, end) && (termEndsOn === null || day < termEndsOn);
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
