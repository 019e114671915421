import type { PriceMade } from "../../journal/catalogue.ts";
import type { AuditedLine, AuditedSubscription } from "../books.ts";
import { type Day, daysIn, nextDay, type Span } from "../calendar.ts";
import { toMinorUnit } from "../currency.ts";
import { Rational } from "../rational.ts";
import { dayKey } from "./day-key.ts";
import { runsIn } from "./runs.ts";

/**
 * Gives back the days of a span that are paid, kept or not, for which `isUnused` holds: of each line amount × days ÷ the line's days, rounded once,
 * and of all its credits never more than the line (R-SUB-5).
 */
export function giveBack(
  subscription: AuditedSubscription,
  price: PriceMade,
  span: Span,
  isUnused: (day: Day) => boolean,
): AuditedLine[] {
  const paidBy = (day: Day): AuditedLine | undefined => {
    const state = subscription.days.get(dayKey(price, day));
    return state?.is === "paid" || state?.is === "kept" ? state.by : undefined;
  };
  const payers = new Set<AuditedLine>();
  for (let day = span.start; day < span.end; day = nextDay(day)) {
    const line = isUnused(day) ? paidBy(day) : undefined;
    if (line !== undefined) payers.add(line);
  }
  const credits: AuditedLine[] = [];
  for (const line of payers) {
    for (const run of runsIn(span, (day) => isUnused(day) && paidBy(day) === line)) {
      const amount = creditOf(subscription, line, run);
      for (let day = run.start; day < run.end; day = nextDay(day)) subscription.days.delete(dayKey(price, day));
      if (!amount.isZero()) credits.push(creditLine(price, line, run, amount));
    }
  }
  return credits;
}

function creditOf({ credited, made }: AuditedSubscription, line: AuditedLine, run: Span): Rational {
  const share = Rational.whole(daysIn(run)).over(Rational.whole(daysIn(line.service)));
  const before = credited.get(line) ?? Rational.zero;
  const amount = Rational.smaller(toMinorUnit(line.amount.times(share), made.currency), line.amount.minus(before));
  credited.set(line, before.plus(amount));
  return amount;
}

function creditLine(price: PriceMade, line: AuditedLine, service: Span, amount: Rational): AuditedLine {
  return {
    kind: "credit",
    priceId: price.id,
    source: null,
    service,
    countedOn: line.service.start,
    interval: line.interval,
    group: null,
    quantity: Rational.whole(1),
    amount: amount.negated(),
  };
}
