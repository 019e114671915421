import {
  allocate,
  type DatePeriod,
  Decimal,
  earlier,
  isBefore,
  later,
  localDate,
  minorUnits,
  daysBetween,
} from "@counterfoil/engine";
import { Temporal } from "temporal-polyfill";

/** A line that is not on an issued invoice yet. */
export interface RunningLine {
  readonly net: Decimal;
  readonly currency: string;
  readonly service: DatePeriod;
}

/** A part of a line on one day, or on several. */
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
 * The parts of a line on requested days. What was used so far belongs to the days so far, in equal parts, exact to the
 * minor unit. A line whose period begins later belongs to its first day.
 * @param until the day after today
 */
export function runningParts(
  { net, currency, service }: RunningLine,
  until: Temporal.PlainDate,
  range: DatePeriod,
  isByDay: boolean,
): RunningPart[] {
  const end = later(earlier(service.end, until), service.start.add({ days: 1 }));
  const days = daysBetween(service.start, end);
  const first = later(service.start, range.start);
  const last = earlier(end, range.end);
  if (!isBefore(first, last)) return [];
  const one = Decimal.ofInteger(1);
  const amounts = allocate(net, Array<Decimal>(days).fill(one), minorUnits(currency));
  const from = daysBetween(service.start, first);
  const own = amounts.slice(from, from + daysBetween(first, last));
  const parts = own.map((amount, place) => ({ day: first.add({ days: place }).toString(), amount }));
  if (isByDay) return parts;
  return [{ day: last.subtract({ days: 1 }).toString(), amount: Decimal.sum(own) }];
}
