import { Temporal } from "temporal-polyfill";
import { invariant } from "../assertions.ts";
import { type Contract, startOfContractDay } from "../billing/contract.ts";
import {
  type BillingInterval,
  billingPeriod,
  type DatePeriod,
  isBefore,
  periodNumberAt,
} from "../calendar/interval.ts";
import { instantText, localDate } from "../calendar/time-zone.ts";
import type { Resets } from "./entitlement.ts";

/** What determines the periods of a quantity. */
export interface ResetRule extends Pick<Contract, "timeZone" | "earlierZones" | "startsOn" | "anchor"> {
  readonly resets: Resets;
  /** How often the subscription is billed. */
  readonly interval: BillingInterval;
}

/** A period in which a quantity can be used, half-open. */
export interface ResetPeriod {
  /**
   * The key under which use is counted: the first local day, the instant at which the hour began, or `always`. A change
   * of time zone moves instants but not labels.
   */
  readonly label: string;
  readonly start: Temporal.Instant;
  /** Null if it never ends. */
  readonly end: Temporal.Instant | null;
}

const ALWAYS: ResetPeriod = { label: "always", start: Temporal.Instant.fromEpochMilliseconds(0), end: null };

/** The period that contains an instant. */
export function resetPeriodAt(rule: ResetRule, now: Temporal.Instant): ResetPeriod {
  if (rule.resets === "none") return ALWAYS;
  if (rule.resets === "hour") return hourAt(rule.timeZone, now);
  const { start, end } = daysAt(rule, rule.resets, dayAt(rule, now));
  return {
    label: start.toString(),
    start: startOfContractDay(rule, start),
    end: startOfContractDay(rule, end),
  };
}

/**
 * The hour that a local clock shows. If the clock changes within the hour, for example by half an hour, one period ends
 * there and another begins, so that every instant is in exactly one.
 */
function hourAt(timeZone: string, now: Temporal.Instant): ResetPeriod {
  const local = now.toZonedDateTimeISO(timeZone);
  const { minute, second, millisecond, microsecond, nanosecond } = local;
  const full = now.subtract({
    minutes: minute,
    seconds: second,
    milliseconds: millisecond,
    microseconds: microsecond,
    nanoseconds: nanosecond,
  });
  const next = full.add({ hours: 1 });
  const isTurnedBefore = offsetAt(timeZone, full) !== local.offsetNanoseconds;
  const isTurnedAfter = offsetAt(timeZone, next.subtract({ nanoseconds: 1 })) !== local.offsetNanoseconds;
  const start = isTurnedBefore ? turnAfter(timeZone, full) : full;
  const end = isTurnedAfter ? turnAfter(timeZone, now) : next;
  return { label: instantText(start), start, end };
}

function offsetAt(timeZone: string, instant: Temporal.Instant): number {
  return instant.toZonedDateTimeISO(timeZone).offsetNanoseconds;
}

/** The first clock change after an instant. Call it only if one is known to exist. */
function turnAfter(timeZone: string, instant: Temporal.Instant): Temporal.Instant {
  const turn = instant.toZonedDateTimeISO(timeZone).getTimeZoneTransition("next");
  invariant(turn !== null, `the clock of ${timeZone} is turned after ${instant}`);
  return turn.toInstant();
}

/**
 * The day that began last. In the days around a change of time zone, that can be up to two days after the day of the current zone:
 * from Kiritimati to Pago Pago, a clock goes back by 25 hours.
 */
function dayAt(rule: ResetRule, now: Temporal.Instant): Temporal.PlainDate {
  const isBegun = (day: Temporal.PlainDate) => Temporal.Instant.compare(startOfContractDay(rule, day), now) <= 0;
  let day = localDate(now, rule.timeZone);
  for (let next = day.add({ days: 1 }); isBegun(next); next = next.add({ days: 1 })) day = next;
  return day;
}

/** The units that are whole months, counted from January. */
const MONTHS = { month: 1, quarter: 3, semi_annual: 6, year: 12 } as const;

function daysAt(rule: ResetRule, resets: Exclude<Resets, "none" | "hour">, day: Temporal.PlainDate): DatePeriod {
  if (resets === "billing_period") return billingPeriodAt(rule, day);
  if (resets === "day") return { start: day, end: day.add({ days: 1 }) };
  if (resets !== "week") return monthsAt(day, MONTHS[resets]);
  // Weeks begin on Monday (ISO 8601).
  const start = day.subtract({ days: day.dayOfWeek - 1 });
  return { start, end: start.add({ days: 7 }) };
}

/** The block of `count` calendar months that contains a day. */
function monthsAt(day: Temporal.PlainDate, count: number): DatePeriod {
  const start = day.with({ day: 1, month: day.month - ((day.month - 1) % count) });
  return { start, end: start.add({ months: count }) };
}

/** Counted from the first billing date (R-TIME-2). The days before it, trial and stub, are one period. */
function billingPeriodAt({ startsOn, anchor, interval }: ResetRule, day: Temporal.PlainDate): DatePeriod {
  if (isBefore(day, anchor)) return { start: startsOn, end: anchor };
  return billingPeriod(anchor, interval, periodNumberAt(anchor, interval, day));
}
