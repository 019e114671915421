import type { PriceMade } from "../../journal/catalogue.ts";
import type { AuditedSubscription } from "../books.ts";
import { addDays, type Day, type Span } from "../calendar.ts";
import { endOf, sellsCharged } from "../contract.ts";
import { beginningOn, chargesRestOf, givesBack } from "../sale.ts";

/**
 * Whether a day of a period is charged, paused or not: it is sold, or was no longer sold because of a change that gives
 * nothing back, which leaves the period charged to its end whenever it was ordered. An end that gives nothing back does so for
 * what is paid in advance; arrears end with the contract.
 */
export function isCharged(
  subscription: AuditedSubscription,
  price: PriceMade,
  day: Day,
  period: Span,
  isAdvance: boolean,
): boolean {
  let last = day;
  while (last >= period.start && !sellsCharged(subscription, price, last)) last = addDays(last, -1);
  if (last === day) return true;
  const stop = addDays(last, 1);
  if (last < period.start || givesBack(subscription, price, stop)) return false;
  // What is kept ends with the contract, unless that gives nothing back in its turn.
  const end = endOf(subscription);
  return end === null || day < end || (isAdvance && !givesBack(subscription, price, end));
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
