import type { PriceMade } from "../../journal/catalogue.ts";
import type { AuditedLine, AuditedSubscription } from "../books.ts";
import { type Day, type Interval, nextDay, type Span } from "../calendar.ts";
import { endOf, isPaused, sellsCharged } from "../contract.ts";
import { periodDueOn } from "../periods.ts";
import { chargesRest, keptFrom } from "./charged-days.ts";
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

/** The days of a period that are charged, paused or not: with the contract ends what is paid after it was served. */
function chargedDays(subscription: AuditedSubscription, price: PriceMade, period: Span): Set<Day> {
  const kept = keptFrom(subscription, price, period);
  const charged = new Set<Day>();
  for (let day = period.start; day < period.end && day !== endOf(subscription); day = nextDay(day)) {
    const isOfSale = sellsCharged(subscription, price, day) && chargesRest(subscription, price, day, period);
    if (isOfSale || (kept !== undefined && day >= kept)) charged.add(day);
  }
  return charged;
}

function isBilled({ lines, letGo }: AuditedSubscription, price: PriceMade, start: Day): boolean {
  return [...lines, ...letGo].some(
    ({ kind, priceId, service }) => kind === "recurring" && priceId === price.id && service.start === start,
  );
}
