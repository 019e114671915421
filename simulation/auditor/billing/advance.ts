import type { PriceMade } from "../../journal/catalogue.ts";
import type { AuditedLine, AuditedSubscription, DayState } from "../books.ts";
import { addDays, type Day, daysIn, type Interval, nextDay, type Span } from "../calendar.ts";
import { toMinorUnit } from "../currency.ts";
import { endOf, isPaused, sells, sellsCharged } from "../contract.ts";
import { Rational } from "../rational.ts";
import { type ChargedPeriod, chargedPeriod } from "../periods.ts";
import { beginningOn, givesBack, goesOnAfterAll, stopsOn } from "../sale.ts";
import { chargesRest, isCharged, isKeptBefore } from "./charged-days.ts";
import { giveBack } from "./credit-lines.ts";
import { dayKey } from "./day-key.ts";
import { fixedLine } from "./fixed-line.ts";
import { isGivenBack } from "./given-back.ts";
import { runsIn } from "./runs.ts";

/**
 * What a day brings for a price that is paid in advance. The auditor keeps for each day whether it is paid. A day that is
 * served and not paid is charged, with the days after it up to the end of the period as far as they are sold and not paid;
 * paused days that were paid are given back when the pause or the period is over; and when the price is not sold any more,
 * the rest of what was paid is.
 */
export function advanceLines(
  subscription: AuditedSubscription,
  price: PriceMade,
  interval: Interval,
  day: Day,
  isElsewhere: boolean,
): AuditedLine[] {
  if (day < subscription.anchor) return [];
  const period = chargedPeriod(subscription, interval, day);
  const lines = day === subscription.anchor ? stubLines(subscription, price, interval, isElsewhere) : [];
  lines.push(...pauseCredits(subscription, price, interval, day));
  const rest = { start: day, end: period.end };
  if (!sells(subscription, price.id, day)) return [...lines, ...stop(subscription, price, rest, period)];
  takeUpAgain(subscription, price, day, period);
  lines.push(...makeRoom(subscription, price, rest, period));
  if (isPaused(subscription, day) || !sellsCharged(subscription, price, day)) return lines;
  if (!isOpen(subscription, price, day, period) || goesOnAfterCut(subscription, price, day, period)) return lines;
  const [run] = openRuns(subscription, price, rest, period);
  if (run === undefined) return lines;
  return [...lines, ...charge(subscription, price, run, period, isElsewhere)];
}

function isOpen(subscription: AuditedSubscription, price: PriceMade, day: Day, period: Span): boolean {
  const state = subscription.days.get(dayKey(price, day));
  return (state === undefined || state.is === "left") && isCharged(subscription, price, day, period);
}

/** Stretches of days that are charged and not paid; a new one where the price starts anew, with nothing left from before. */
function openRuns(subscription: AuditedSubscription, price: PriceMade, span: Span, period: Span): Span[] {
  return runsIn(
    span,
    (day) => isOpen(subscription, price, day, period),
    (day) => startsAnew(subscription, price, day, period),
  );
}

function startsAnew(subscription: AuditedSubscription, price: PriceMade, day: Day, period: Span): boolean {
  return beginningOn(subscription, price, day) !== undefined && !isKeptBefore(subscription, price, day, period);
}

/**
 * Whether the last day before that was not paused was billed with a line of the period. What is open after it was cut off by
 * an end that was known then, and has an invoice of its own.
 */
function goesOnAfterCut(subscription: AuditedSubscription, price: PriceMade, day: Day, period: Span): boolean {
  let one = day;
  do {
    if (one <= period.start || startsAnew(subscription, price, one, period)) return false;
    one = addDays(one, -1);
  } while (isPaused(subscription, one));
  return subscription.days.get(dayKey(price, one))?.is === "paid";
}

/**
 * The rest of periods that were billed only up to an end which is not one any more: it is billed at once, pauses left out; the
 * rest of a period that was paused until today as well.
 */
export function reopen(
  subscription: AuditedSubscription,
  price: PriceMade,
  interval: Interval,
  today: Day,
): AuditedLine[] {
  const cut = subscription.lines.filter(
    ({ kind, priceId, service }) => kind === "recurring" && priceId === price.id && service.end > today,
  );
  const rests = cut.map(({ service }) => ({
    from: service.end,
    period: chargedPeriod(subscription, interval, service.start),
  }));
  const current = chargedPeriod(subscription, interval, today);
  if (goesOnAfterCut(subscription, price, today, current)) rests.push({ from: today, period: current });
  return rests.flatMap(({ from, period }) => {
    const [open] = openRuns(subscription, price, { start: from, end: period.end }, period);
    if (open?.start !== from || startsAnew(subscription, price, from, period)) return [];
    return runsIn(open, (day) => !isPaused(subscription, day)).map((run) => {
      const line = fixedLine(subscription, price, run, period.of);
      mark(subscription, price, run, { is: "paid", by: line });
      return line;
    });
  });
}

/**
 * That days are not charged follows from the contract alone, so it is found anew where that has changed: a later version can
 * begin before the one that did not charge them, as long as nothing was billed since.
 */
export function forgetUncharged({ days }: AuditedSubscription, from: Day): void {
  for (const [key, { is }] of days) {
    const [, day = ""] = key.split(" ");
    if (is === "free" && day >= from) days.delete(key);
  }
}

/** Service before the first billing date is billed on it, without the days that were paused. */
function stubLines(
  subscription: AuditedSubscription,
  price: PriceMade,
  interval: Interval,
  isElsewhere: boolean,
): AuditedLine[] {
  const { chargedFrom, anchor } = subscription;
  if (chargedFrom >= anchor) return [];
  const stub = chargedPeriod(subscription, interval, chargedFrom);
  return openRuns(subscription, price, stub, stub)
    .flatMap((open) => runsIn(open, (one) => !isPaused(subscription, one)))
    .flatMap((run) => charge(subscription, price, run, stub, isElsewhere));
}

function charge(
  subscription: AuditedSubscription,
  price: PriceMade,
  run: Span,
  period: ChargedPeriod,
  isElsewhere: boolean,
): AuditedLine[] {
  if (!chargesRest(subscription, price, run.start, period)) return mark(subscription, price, run, { is: "free" });
  if (isElsewhere || goesOnElsewhere(subscription, price, run, period)) {
    return mark(subscription, price, run, { is: "elsewhere" });
  }
  const line = fixedLine(subscription, price, run, period.of);
  mark(subscription, price, run, { is: "paid", by: line });
  return [line];
}

/** What was billed elsewhere is what the contract says by now: an end that was known then, and is not one any more, cut nothing off. */
function goesOnElsewhere(subscription: AuditedSubscription, price: PriceMade, run: Span, period: Span): boolean {
  if (run.start <= period.start || startsAnew(subscription, price, run.start, period)) return false;
  return subscription.days.get(dayKey(price, addDays(run.start, -1)))?.is === "elsewhere";
}

/** Paused days of the period that was running the day before, when the pause, the sale or the period is over. */
function pauseCredits(
  subscription: AuditedSubscription,
  price: PriceMade,
  interval: Interval,
  day: Day,
): AuditedLine[] {
  const period = chargedPeriod(subscription, interval, addDays(day, -1));
  // What is kept is so to the end of its period, also where it was billed only up to an end that was known then.
  const kept = runsIn({ start: period.start, end: nextDay(day) }, (one) => isKept(subscription, price, one));
  const isStillCharged = kept.length > 0 || isCharged(subscription, price, day, period);
  if (isPaused(subscription, day) && isStillCharged && day < period.end) return [];
  return giveBack(subscription, price, { start: period.start, end: day }, (one) => isPaused(subscription, one));
}

/**
 * Nothing is sold from the first day of `rest` on: what is paid of it is given back, or kept, by the change's proration. The end
 * of the contract gives back what a change had left charged as well; another change does not.
 */
function stop(subscription: AuditedSubscription, price: PriceMade, rest: Span, period: Span): AuditedLine[] {
  if (!stopsOn(subscription, price, rest.start)) return [];
  const isEnd = endOf(subscription) === rest.start;
  const isOpenToCredit = isEnd || !isKeptBefore(subscription, price, rest.start, period);
  const isCredited = isOpenToCredit && givesBack(subscription, price, rest.start);
  const wasSold = rest.start > period.start && sellsCharged(subscription, price, addDays(rest.start, -1));
  const ofNothing = new Map<string, DayState>();
  for (let day = rest.start; day < rest.end; day = nextDay(day)) {
    const key = dayKey(price, day);
    const state = subscription.days.get(key);
    // What was billed elsewhere is not known; of a price that was sold for no day of the period nothing was.
    const isOpen = state?.is === "free" || (state?.is === "elsewhere" && (isCredited || !wasSold));
    // Usually nothing is given back of a line of zero, nor of one that notes gave back already. If the invoice takes back a limit, it may be.
    const isOfNothing =
      isCredited &&
      isPaidOn(state, rest.start) &&
      (isGivenBack(subscription, state.by) || roundsToNothing(subscription, state.by, rest.start));
    if (isOfNothing) ofNothing.set(key, state);
    if (isOpen) subscription.days.set(key, { is: "left", was: state, since: rest.start });
    if (state?.is === "paid" && !isCredited)
      subscription.days.set(key, { is: "kept", by: state.by, since: rest.start });
  }
  if (!isCredited) return [];
  const credits = giveBack(subscription, price, rest, (day) => {
    return isEnd || isPaidOn(subscription.days.get(dayKey(price, day)), rest.start);
  });
  for (const [key, was] of ofNothing) subscription.days.set(key, { is: "left", was, since: rest.start });
  return credits;
}

/** Whether the credit for the rest of a line's days rounds to zero, for example 13 of 31 days of 1 JPY. */
function roundsToNothing(subscription: AuditedSubscription, { amount, service }: AuditedLine, from: Day): boolean {
  const rest = Rational.whole(daysIn({ start: from, end: service.end })).over(Rational.whole(daysIn(service)));
  return toMinorUnit(amount.times(rest), subscription.made.currency).isZero();
}

/** Whether a day was paid and not kept when a price leaves: a later day that kept it did not, once the price leaves before that day. */
function isPaidOn(state: DayState | undefined, stop: Day): state is DayState & { readonly by: AuditedLine } {
  return state?.is === "paid" || (state?.is === "kept" && state.since > stop);
}

/** The price had stopped being sold on a day, and another version of that day has it go on: its days are as they were. */
function takeUpAgain(subscription: AuditedSubscription, price: PriceMade, from: Day, period: Span): void {
  if (isKept(subscription, price, addDays(from, -1)) || isKeptBefore(subscription, price, from, period)) return;
  if (!goesOnAfterAll(subscription, price, from)) return;
  for (let day = from; day < period.end; day = nextDay(day)) {
    const state = subscription.days.get(dayKey(price, day));
    if (state?.is === "kept") subscription.days.set(dayKey(price, day), { is: "paid", by: state.by });
    if (state?.is === "left" && state.since === from) subscription.days.set(dayKey(price, day), state.was);
  }
}

/** Left out with a credit and back on one day: what was paid before is given back, and the rest is open to be charged anew. */
function makeRoom(subscription: AuditedSubscription, price: PriceMade, rest: Span, period: Span): AuditedLine[] {
  const wasSold = sells(subscription, price.id, addDays(rest.start, -1));
  if (!wasSold || !startsAnew(subscription, price, rest.start, period)) return [];
  const stateOf = (day: Day): DayState | undefined => subscription.days.get(dayKey(price, day));
  for (let day = rest.start; day < rest.end; day = nextDay(day)) {
    const is = stateOf(day)?.is;
    if (is === "free" || is === "elsewhere") subscription.days.delete(dayKey(price, day));
  }
  return giveBack(subscription, price, rest, (day) => {
    const state = stateOf(day);
    return state?.is === "paid" && state.by.service.start < rest.start;
  });
}

function isKept({ days }: AuditedSubscription, price: PriceMade, day: Day): boolean {
  return days.get(dayKey(price, day))?.is === "kept";
}

function mark(subscription: AuditedSubscription, price: PriceMade, run: Span, state: DayState): [] {
  for (let day = run.start; day < run.end; day = nextDay(day)) subscription.days.set(dayKey(price, day), state);
  return [];
}
