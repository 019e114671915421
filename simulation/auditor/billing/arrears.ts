import type { PriceMade } from "../../journal/catalogue.ts";
import type { AuditedLine, AuditedSubscription } from "../books.ts";
import { type Day, type Interval, nextDay, type Span } from "../calendar.ts";
import { endOf, isPaused, sellsCharged } from "../contract.ts";
import { periodDueOn } from "../periods.ts";
import { givesBack } from "../sale.ts";
import { chargesRest } from "./charged-days.ts";
import { fixedLine } from "./fixed-line.ts";
import { runsIn } from "./runs.ts";

/** What falls due on a day for a fixed price that is paid after its period: a line for each stretch that was served. */
export function arrearsLines(
  subscription: AuditedSubscription,
  price: PriceMade,
  interval: Interval,
  day: Day,
): AuditedLine[] {
  const period = periodDueOn(subscription, interval, day);
  if (period === undefined) return [];
  const charged = chargedDays(subscription, price, period);
  return runsIn(period, (one) => charged.has(one) && !isPaused(subscription, one))
    .filter((run) => !isBilled(subscription, price, run.start))
    .map((run) => fixedLine(subscription, price, run, period.of));
}

/**
 * The days of a period that are charged, paused or not. A change that gives nothing back leaves what was charged and served
 * charged to the end of the period, or of the contract, whether the price is sold again in it or not.
 */
function chargedDays(subscription: AuditedSubscription, price: PriceMade, period: Span): Set<Day> {
  const charged = new Set<Day>();
  let [isSold, isSaleCharged, isServed, isKept] = [false, false, false, false];
  for (let day = period.start; day < period.end && day !== endOf(subscription); day = nextDay(day)) {
    const wasSold = isSold;
    isSold = sellsCharged(subscription, price, day);
    if (wasSold && !isSold && isSaleCharged && isServed && !givesBack(subscription, price, day)) isKept = true;
    if (isSold && !wasSold) [isSaleCharged, isServed] = [chargesRest(subscription, price, day, period), false];
    if (isSold && !isPaused(subscription, day)) isServed = true;
    if (isKept || (isSold && isSaleCharged)) charged.add(day);
  }
  return charged;
}

function isBilled({ lines }: AuditedSubscription, price: PriceMade, start: Day): boolean {
  return lines.some(
    ({ kind, priceId, service }) => kind === "recurring" && priceId === price.id && service.start === start,
  );
}
