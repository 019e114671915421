import type { PriceMade } from "../journal/catalogue.ts";
import type { SubscriptionMade } from "../journal/subscription.ts";
import type { AuditedSubscription, AuditedVersion, Books } from "./books.ts";
import {
  addDays,
  addMonths,
  type Day,
  daysIn,
  type Interval,
  later,
  periodAt,
  periodStart,
  type Span,
} from "./calendar.ts";

/** A subscription as it begins: what follows from its terms by R-TIME-2 and R-SUB-7. */
export function beginSubscription(made: SubscriptionMade): AuditedSubscription {
  const chargedFrom = addDays(made.contractStartDate, made.trialPeriodDays ?? 0);
  return {
    made,
    chargedFrom,
    anchor: made.firstBillingDate ?? chargedFrom,
    endsOn: made.renewal === null ? termEnd(made) : null,
    drafts: new Map(),
    published: [],
    isActive: false,
    billedThrough: null,
    lines: [],
    days: new Map(),
  };
}

function termEnd({ fixedTerm, contractStartDate }: SubscriptionMade): Day | null {
  if (fixedTerm === null) return null;
  return "endDate" in fixedTerm ? fixedTerm.endDate : addMonths(contractStartDate, fixedTerm.months);
}

/** The version that runs on a day. */
export function versionOn(subscription: AuditedSubscription, day: Day): AuditedVersion | undefined {
  let running: AuditedVersion | undefined;
  for (const version of subscription.published) {
    if (version.startsOn <= day && (running === undefined || version.startsOn >= running.startsOn)) running = version;
  }
  return running;
}

/** Whether a version sells the price on a day, trial or not. */
export function sells(subscription: AuditedSubscription, priceId: string, day: Day): boolean {
  if (day < subscription.made.contractStartDate) return false;
  if (subscription.endsOn !== null && day >= subscription.endsOn) return false;
  return versionOn(subscription, day)?.priceIds.includes(priceId) === true;
}

/** Whether the day is served and charged: sold, and after the trial of the contract and of the price. */
export function serves(subscription: AuditedSubscription, price: PriceMade, day: Day): boolean {
  const trialEnd = addDays(subscription.made.contractStartDate, price.trialPeriodDays ?? 0);
  return day >= later(subscription.chargedFrom, trialEnd) && sells(subscription, price.id, day);
}

/** The prices of all published versions, each once, in the order of sale. */
export function pricesOf(books: Books, subscription: AuditedSubscription): PriceMade[] {
  const byStart = subscription.published.toSorted((a, b) => (a.startsOn < b.startsOn ? -1 : 1));
  const ids = new Set(byStart.flatMap((version) => version.priceIds));
  return [...ids].map((id) => priceOf(books, id));
}

export function priceOf(books: Books, id: string): PriceMade {
  const price = books.prices.get(id);
  if (price === undefined) throw new Error(`the journal knows no price ${id}`);
  return price;
}

/** A period as it is charged: the stub before the anchor is one (R-TIME-2). */
export interface ChargedPeriod extends Span {
  /** The days that a part of it is a part of. */
  readonly of: number;
}

/** The period of an interval that contains a day. */
export function chargedPeriod(subscription: AuditedSubscription, interval: Interval, day: Day): ChargedPeriod {
  const { anchor, chargedFrom } = subscription;
  if (day >= anchor) {
    const span = periodAt(anchor, interval, day);
    return { ...span, of: daysIn(span) };
  }
  const whole = { start: periodStart(anchor, interval, -1), end: anchor };
  return { start: chargedFrom, end: anchor, of: daysIn(whole) };
}

/** When what is paid after a period falls due: at its end or the contract's, not before the first billing date. */
export function arrearsDue({ endsOn, anchor }: AuditedSubscription, period: Span): Day {
  const end = endsOn !== null && endsOn < period.end ? endsOn : period.end;
  return later(end, anchor);
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
