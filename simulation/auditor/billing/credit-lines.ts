import type { PriceMade } from "../../journal/catalogue.ts";
import type { AuditedLine, AuditedSubscription } from "../books.ts";
import { type Day, daysIn, nextDay, type Span } from "../calendar.ts";
import { toMinorUnit } from "../currency.ts";
import { Rational } from "../rational.ts";
import { dayKey } from "./day-key.ts";
import { leftOfCharge, mostOfInvoice, noteTaken } from "./given-back.ts";
import { runsIn } from "./runs.ts";

/**
 * Gives back the days of a span that are paid, kept or not, for which `isUnused` holds: of each line amount × days ÷ the line's
 * days, rounded once, and never more than is left of the line after its credits and credit notes (R-SUB-5). How much is left follows
 * from the other lines of the invoice, so a credit of zero is dropped only when it is `bound`.
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
      for (let day = run.start; day < run.end; day = nextDay(day)) subscription.days.delete(dayKey(price, day));
      credits.push(creditLine(subscription, price, line, run));
    }
  }
  return credits;
}

function creditOf(
  subscription: AuditedSubscription,
  line: AuditedLine,
  run: Span,
  fresh: readonly AuditedLine[],
): Rational {
  const share = Rational.whole(daysIn(run)).over(Rational.whole(daysIn(line.service)));
  const amount = toMinorUnit(line.amount.times(share), subscription.made.currency);
  const now = fresh.filter((credit) => credit.of === line).map((credit) => credit.amount);
  const left = leftOfCharge(subscription, line).plus(Rational.sum(now));
  const most = mostOfInvoice(subscription, line) ?? left;
  return Rational.larger([left, most].reduce(Rational.smaller, amount), Rational.zero);
}

function creditLine(
  subscription: AuditedSubscription,
  price: PriceMade,
  line: AuditedLine,
  service: Span,
): AuditedLine {
  const credit: AuditedLine = {
    kind: "credit",
    priceId: price.id,
    source: null,
    service,
    countedOn: line.service.start,
    interval: line.interval,
    group: null,
    quantity: Rational.whole(1),
    amount: Rational.zero,
    of: line,
  };
  const bound = (credits: readonly AuditedLine[]): AuditedLine | undefined => {
    const amount = creditOf(subscription, line, service, credits);
    const { takenOff, isLimited } = noteTaken(subscription, line, amount);
    return amount.isZero() ? undefined : { ...credit, amount: amount.negated(), ...(isLimited ? { takenOff } : {}) };
  };
  return { ...credit, bound };
}
