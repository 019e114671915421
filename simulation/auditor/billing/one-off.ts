import type { PriceMade } from "../../journal/catalogue.ts";
import type { AuditedLine, AuditedSubscription } from "../books.ts";
import { addDays, type Day, later, nextDay } from "../calendar.ts";
import { sells } from "../contract.ts";
import { converted, toMinorUnit } from "../currency.ts";
import { ratePrice } from "../rating/rate-price.ts";
import { Rational } from "../rational.ts";

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
    const begins = sells(subscription, price.id, start) && !sells(subscription, price.id, addDays(start, -1));
    const key = `${price.id} ${start}`;
    if (!begins || dueOn(subscription, start) !== day || subscription.days.has(key)) continue;
    subscription.days.set(key, { is: isElsewhere ? "elsewhere" : "charged" });
    if (!isElsewhere) lines.push(oneOffLine(subscription, price, start));
  }
  return lines;
}

/** On the first day of sale; where the contract begins with it only by the flag, else not before the first billing date. */
function dueOn({ made, anchor }: AuditedSubscription, start: Day): Day {
  const isAtOnce = made.chargeOneoffPricesOnContractStart && start === made.contractStartDate;
  return isAtOnce ? start : later(start, anchor);
}

function oneOffLine(subscription: AuditedSubscription, price: PriceMade, start: Day): AuditedLine {
  const { amount, quantity } = ratePrice(price, { quantity: Rational.zero, events: 0 });
  return {
    kind: "one_off",
    priceId: price.id,
    source: null,
    service: { start, end: nextDay(start) },
    quantity,
    amount: toMinorUnit(converted(amount, subscription), subscription.made.currency),
    window: null,
  };
}
