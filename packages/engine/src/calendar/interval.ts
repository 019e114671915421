import { Temporal } from "temporal-polyfill";

/** How often a recurring price is billed (R-CAT-2). */
export type BillingInterval = "daily" | "weekly" | "monthly" | "quarterly" | "semi_annual" | "yearly";

const DURATIONS: Record<BillingInterval, { readonly days: number } | { readonly months: number }> = {
  daily: { days: 1 },
  weekly: { days: 7 },
  monthly: { months: 1 },
  quarterly: { months: 3 },
  semi_annual: { months: 6 },
  yearly: { months: 12 },
};

export const BILLING_INTERVALS = Object.keys(DURATIONS) as readonly BillingInterval[];

/** Service from `start` to `end`, exclusive. */
export interface DatePeriod {
  readonly start: Temporal.PlainDate;
  readonly end: Temporal.PlainDate;
}

/** The date `count` intervals after the anchor (before it if negative), clamped to the month's last day (R-TIME-2). */
export function addIntervals(anchor: Temporal.PlainDate, interval: BillingInterval, count: number): Temporal.PlainDate {
  const duration = DURATIONS[interval];
  if (count === 0) return anchor;
  return "days" in duration
    ? anchor.add({ days: duration.days * count })
    : anchor.add({ months: duration.months * count }, { overflow: "constrain" });
}

/** The k-th billing period, always counted from the anchor: Jan 31 → Feb 28 → Mar 31 (R-TIME-2). */
export function billingPeriod(anchor: Temporal.PlainDate, interval: BillingInterval, k: number): DatePeriod {
  return { start: addIntervals(anchor, interval, k), end: addIntervals(anchor, interval, k + 1) };
}

/** The number k of the period that contains a date: start ≤ date < end. Negative before the anchor. */
export function periodNumberAt(
  anchor: Temporal.PlainDate,
  interval: BillingInterval,
  date: Temporal.PlainDate,
): number {
  const duration = DURATIONS[interval];
  const estimate =
    "days" in duration
      ? Math.floor(daysBetween(anchor, date) / duration.days)
      : Math.floor(((date.year - anchor.year) * 12 + date.month - anchor.month) / duration.months);
  // The estimate by months can be one too high, never more, if the day of the month is not reached yet.
  return Temporal.PlainDate.compare(addIntervals(anchor, interval, estimate), date) <= 0 ? estimate : estimate - 1;
}

/** Whether a whole number of `part` periods fills each period of `whole`, both counted from the same anchor. */
export function fitsInto(part: BillingInterval, whole: BillingInterval): boolean {
  const [a, b] = [DURATIONS[part], DURATIONS[whole]];
  if ("months" in a) return "months" in b && b.months % a.months === 0;
  return a.days === 1 || ("days" in b && b.days % a.days === 0);
}

const daysBefore = new WeakMap<Temporal.PlainDate, Temporal.PlainDate>();

export function dayBefore(date: Temporal.PlainDate): Temporal.PlainDate {
  let before = daysBefore.get(date);
  if (before === undefined) daysBefore.set(date, (before = date.subtract({ days: 1 })));
  return before;
}

/** Whole days from `start` to `end`. */
export function daysBetween(start: Temporal.PlainDate, end: Temporal.PlainDate): number {
  return start.until(end, { largestUnit: "days" }).days;
}

export function isBefore(date: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(date, other) < 0;
}

export function earlier(date: Temporal.PlainDate, other: Temporal.PlainDate): Temporal.PlainDate {
  return isBefore(date, other) ? date : other;
}

export function later(date: Temporal.PlainDate, other: Temporal.PlainDate): Temporal.PlainDate {
  return isBefore(date, other) ? other : date;
}

/** The part of `period` in [start, end), or undefined if they have no day in common. */
export function overlap(
  period: DatePeriod,
  start: Temporal.PlainDate,
  end: Temporal.PlainDate | null,
): DatePeriod | undefined {
  const from = later(period.start, start);
  const to = end === null ? period.end : earlier(period.end, end);
  return isBefore(from, to) ? { start: from, end: to } : undefined;
}
