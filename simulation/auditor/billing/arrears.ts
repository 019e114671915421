import type { PriceMade } from "../../journal/catalogue.ts";
import type { AuditedLine, AuditedSubscription } from "../books.ts";
import type { Day, Interval } from "../calendar.ts";
import { isPaused } from "../contract.ts";
import { periodDueOn } from "../periods.ts";
import { chargesRest, isCharged } from "./charged-days.ts";
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
  const isDue = (one: Day): boolean =>
    !isPaused(subscription, one) && isCharged(subscription, price, one, period, false);
  return runsIn(period, isDue)
    .filter((run) => chargesRest(subscription, price, run.start, period))
    .filter((run) => !isBilled(subscription, price, run.start))
    .map((run) => fixedLine(subscription, price, run, period.of));
}

function isBilled({ lines }: AuditedSubscription, price: PriceMade, start: Day): boolean {
  return lines.some(
    ({ kind, priceId, service }) => kind === "recurring" && priceId === price.id && service.start === start,
  );
}
