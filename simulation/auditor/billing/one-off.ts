import type { PriceMade } from "../../journal/catalogue.ts";
import type { AuditedLine, AuditedSubscription } from "../books.ts";
import { type Day, later, nextDay } from "../calendar.ts";
import { endOf } from "../contract.ts";
import { beginningOn } from "../sale.ts";
import { dayKey } from "./day-key.ts";
import { fixedLine } from "./fixed-line.ts";

/** A one-off price is charged once for each stretch of days over which it is sold (R-TIME-2). */
export function oneOffLines(
  subscription: AuditedSubscription,
  price: PriceMade,
  day: Day,
  isElsewhere: boolean,
): AuditedLine[] {
  const lines: AuditedLine[] = [];
  const from = day === subscription.anchor ? subscription.made.contractStartDate : day;
  for (let start = from; start <= day; start = nextDay(start)) {
    const beginning = beginningOn(subscription, price, start);
    if (beginning === undefined || dueOn(subscription, start) !== day) continue;
    const key = `${dayKey(price, start)} ${beginning.id}`;
    if (subscription.days.has(key)) continue;
    subscription.days.set(key, { is: isElsewhere ? "elsewhere" : "charged" });
    if (!isElsewhere && !endsInTrial(subscription, day))
      lines.push(fixedLine(subscription, price, { start, end: nextDay(start) }, null));
  }
  return lines;
}

/** Nothing is billed of what ended before service began. */
function endsInTrial(subscription: AuditedSubscription, day: Day): boolean {
  const end = endOf(subscription);
  return end !== null && end <= subscription.chargedFrom && end <= day;
}

/** On the first day of sale; where the contract begins with it only by the flag, else not before the first billing date. */
function dueOn({ made, anchor }: AuditedSubscription, start: Day): Day {
  const isAtOnce = made.chargeOneoffPricesOnContractStart && start === made.contractStartDate;
  return isAtOnce ? start : later(start, anchor);
}
