import type { PriceMade } from "../../journal/catalogue.ts";
import type { AuditedLine, AuditedSubscription, DayState } from "../books.ts";
import { type Day, daysIn, nextDay, type Span } from "../calendar.ts";
import { type ChargedPeriod, chargedPeriod, serves } from "../contract.ts";
import { toMinorUnit } from "../currency.ts";
import { Rational } from "../rational.ts";
import { chargesFrom, givesBack } from "./proration-policy.ts";
import { recurringLine } from "./recurring-line.ts";
import { runsIn } from "./runs.ts";

/**
 * What a day brings for a price that is paid in advance. The auditor keeps for each day whether it is paid. A day that is
 * served and not paid is charged, with the days after it up to the end of the period as far as they are served and not paid;
 * a day that is paid and not served is given back, with the rest of its line.
 */
export function advanceLines(
  subscription: AuditedSubscription,
  price: PriceMade,
  day: Day,
  isElsewhere: boolean,
): AuditedLine[] {
  if (day < subscription.anchor || price.billingInterval === null) return [];
  const period = chargedPeriod(subscription, price.billingInterval, day);
  if (!serves(subscription, price, day)) {
    const stub = day === subscription.anchor ? stubLines(subscription, price, isElsewhere) : [];
    return [...stub, ...stop(subscription, price, { start: day, end: period.end })];
  }
  takeUpAgain(subscription, price, { start: day, end: period.end });
  const isOpen = (one: Day): boolean => serves(subscription, price, one) && !subscription.days.has(dayKey(price, one));
  const [run] = isOpen(day) ? runsIn({ start: day, end: period.end }, isOpen) : [];
  const stub = day === subscription.anchor ? stubLines(subscription, price, isElsewhere) : [];
  return run === undefined ? stub : [...stub, ...charge(subscription, price, run, period, isElsewhere)];
}

/** Service before the first billing date is billed on it. */
function stubLines(subscription: AuditedSubscription, price: PriceMade, isElsewhere: boolean): AuditedLine[] {
  const { chargedFrom, anchor } = subscription;
  if (chargedFrom >= anchor || price.billingInterval === null) return [];
  const stub = chargedPeriod(subscription, price.billingInterval, chargedFrom);
  const isOpen = (one: Day): boolean => serves(subscription, price, one) && !subscription.days.has(dayKey(price, one));
  return runsIn(stub, isOpen).flatMap((run) => charge(subscription, price, run, stub, isElsewhere));
}

function charge(
  subscription: AuditedSubscription,
  price: PriceMade,
  run: Span,
  period: ChargedPeriod,
  isElsewhere: boolean,
): AuditedLine[] {
  if (isElsewhere) return mark(subscription, price, run, { is: "elsewhere" });
  if (!chargesFrom(subscription, price, run, period)) return mark(subscription, price, run, { is: "free" });
  const line = recurringLine(subscription, price, run, period);
  mark(subscription, price, run, { is: "paid", by: line });
  return [line];
}

/** Nothing is served from the first day of `rest` on: what is paid of it is given back, or kept, by the change's proration. */
function stop(subscription: AuditedSubscription, price: PriceMade, rest: Span): AuditedLine[] {
  const paid = new Map<AuditedLine, Day[]>();
  for (let day = rest.start; day < rest.end; day = nextDay(day)) {
    const key = dayKey(price, day);
    const state = subscription.days.get(key);
    if (state?.is === "paid") paid.set(state.by, [...(paid.get(state.by) ?? []), day]);
    else if (state !== undefined && state.is !== "kept") subscription.days.delete(key);
  }
  const isGivenBack = givesBack(subscription, rest.start);
  return [...paid].flatMap(([line, days]) => {
    const [first, last] = [days[0] ?? "", days.at(-1) ?? ""];
    for (const day of days) {
      if (isGivenBack) subscription.days.delete(dayKey(price, day));
      else subscription.days.set(dayKey(price, day), { is: "kept", by: line });
    }
    if (!isGivenBack) return [];
    const share = Rational.whole(days.length).over(Rational.whole(daysIn(line.service)));
    return [
      {
        kind: "credit" as const,
        priceId: price.id,
        source: null,
        service: { start: first, end: nextDay(last) },
        quantity: Rational.whole(1),
        amount: toMinorUnit(line.amount.times(share), subscription.made.currency).negated(),
        window: null,
      },
    ];
  });
}

/** What was paid and not given back is served again. */
function takeUpAgain(subscription: AuditedSubscription, price: PriceMade, span: Span): void {
  for (let day = span.start; day < span.end && serves(subscription, price, day); day = nextDay(day)) {
    const state = subscription.days.get(dayKey(price, day));
    if (state?.is === "kept") subscription.days.set(dayKey(price, day), { is: "paid", by: state.by });
  }
}

function mark(subscription: AuditedSubscription, price: PriceMade, run: Span, state: DayState): [] {
  for (let day = run.start; day < run.end; day = nextDay(day)) subscription.days.set(dayKey(price, day), state);
  return [];
}

function dayKey(price: PriceMade, day: Day): string {
  return `${price.id} ${day}`;
}
