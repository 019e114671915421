import {
  type DatePeriod,
  dayBefore,
  daysBetween,
  Decimal,
  earlier,
  isBefore,
  later,
  localDate,
  minorUnits,
  type RecognizedPart,
  recognitionSchedule,
} from "@counterfoil/engine";
import { Temporal } from "temporal-polyfill";

/** A line that is not on an issued invoice yet. */
export interface RunningLine {
  readonly net: Decimal;
  readonly currency: string;
  readonly service: DatePeriod;
  /** Whether it is usage so far of a period that is on no draft. */
  readonly isOpen: boolean;
}

/** A part of a line on one day, or on several of a month. */
export interface RunningPart {
  /** The last of its days. */
  readonly day: string;
  readonly amount: Decimal;
}

/** The day after the account's current day. */
export function dayAfterNow(now: string, timeZone: string): Temporal.PlainDate {
  return localDate(Temporal.Instant.from(now), timeZone).add({ days: 1 });
}

/**
 * The parts of a line on requested days: over the days of its service, as the revenue of an issued line. What an open period
 * used so far belongs to its days so far, and if the period begins later, to its first day.
 * @param until the day after today
 */
export function runningParts(
  { net, currency, service, isOpen }: RunningLine,
  until: Temporal.PlainDate,
  range: DatePeriod,
  isByDay: boolean,
): RunningPart[] {
  const { start } = service;
  const end = isOpen ? later(earlier(service.end, until), start.add({ days: 1 })) : service.end;
  return recognitionSchedule(net, { start, end }, currency).flatMap((month): RunningPart[] => {
    const first = month.day.subtract({ days: month.days - 1 });
    const [from, to] = [later(first, range.start), earlier(month.day.add({ days: 1 }), range.end)];
    if (!isBefore(from, to)) return [];
    const counted = (day: Temporal.PlainDate) => countedBefore(month, daysBetween(first, day), currency);
    const between = (a: Temporal.PlainDate, b: Temporal.PlainDate) => counted(b).minus(counted(a));
    if (!isByDay) return [{ day: dayBefore(to).toString(), amount: between(from, to) }];
    return Array.from({ length: daysBetween(from, to) }, (_, place) => {
      const day = from.add({ days: place });
      return { day: day.toString(), amount: between(day, day.add({ days: 1 })) };
    });
  });
}

/** What counts of a month's part on its first days, rounded once, so that the last day takes the rest. */
function countedBefore({ amount, days }: RecognizedPart, count: number, currency: string): Decimal {
  return count === days
    ? amount
    : amount
        .times(Decimal.ofInteger(count))
        .dividedBy(Decimal.ofInteger(days), minorUnits(currency), "half_away_from_zero");
}
