import type { AuditedSubscription } from "./books.ts";
import { addDays, type Day, daysIn, type Interval, later, periodAt, periodStart, type Span } from "./calendar.ts";
import { endOf } from "./contract.ts";

/** A period as it is charged: the stub before the anchor is one (R-TIME-2). */
export interface ChargedPeriod extends Span {
  /** What a part of it is a part of. */
  readonly whole: Span;
  /** The days of the whole. */
  readonly of: number;
}

/** The period of an interval that contains a day. */
export function chargedPeriod(subscription: AuditedSubscription, interval: Interval, day: Day): ChargedPeriod {
  const { anchor, chargedFrom } = subscription;
  if (day >= anchor) {
    const span = periodAt(anchor, interval, day);
    return { ...span, whole: span, of: daysIn(span) };
  }
  const whole = { start: periodStart(anchor, interval, -1), end: anchor };
  return { start: chargedFrom, end: anchor, whole, of: daysIn(whole) };
}

/** When what is paid after a period falls due: at its end or the contract's, not before the first billing date. */
export function arrearsDue(subscription: AuditedSubscription, period: Span): Day {
  const end = endOf(subscription);
  return later(end !== null && end < period.end ? end : period.end, subscription.anchor);
}

/** The period of an interval whose arrears fall due on a day, if there is one. */
export function periodDueOn(
  subscription: AuditedSubscription,
  interval: Interval,
  day: Day,
): ChargedPeriod | undefined {
  if (day < subscription.anchor) return undefined;
  const period = chargedPeriod(subscription, interval, addDays(day, -1));
  return arrearsDue(subscription, period) === day ? period : undefined;
}
