import type { Temporal } from "temporal-polyfill";
import { invariant } from "../assertions.ts";
import { dayBefore, daysBetween, type DatePeriod, earlier, isBefore } from "../calendar/interval.ts";
import { Decimal } from "../decimal/decimal.ts";
import { allocate } from "../money/allocate.ts";
import { minorUnits } from "../money/currency.ts";

/** The part of a line that is revenue of one calendar month of its service period. */
export interface RecognizedPart {
  /** `2024-01`. */
  readonly month: string;
  /** The last of its days in the month. The part is revenue from that day on, and deferred before. */
  readonly day: Temporal.PlainDate;
  readonly days: number;
  readonly amount: Decimal;
}

/**
 * How an amount becomes revenue: straight line over the local days of its service period, month by month, exact to the
 * minor unit by largest remainder. 90.00 from 2024-01-15 to 2024-02-15 → January 17 of 31 days 49.35, February 14 of 31
 * days 40.65. An amount without days is revenue at once.
 */
export function recognitionSchedule(amount: Decimal, service: DatePeriod, currency: string): RecognizedPart[] {
  const stretches = months(service);
  const weights = stretches.map(({ days }) => Decimal.ofInteger(days));
  const parts = allocate(amount, weights, minorUnits(currency));
  return stretches.map((stretch, place) => {
    const amount = parts[place];
    invariant(amount !== undefined, "each stretch has its part");
    return { ...stretch, amount };
  });
}

type Stretch = Omit<RecognizedPart, "amount">;

const stretchesOf = new WeakMap<DatePeriod, readonly Stretch[]>();

/** A cache: lines with the same period have the same months. */
function months(service: DatePeriod): readonly Stretch[] {
  let stretches = stretchesOf.get(service);
  if (stretches === undefined) stretchesOf.set(service, (stretches = byMonth(service)));
  return stretches;
}

function byMonth({ start, end }: DatePeriod): Stretch[] {
  if (!isBefore(start, end)) return [{ month: monthOf(start), day: start, days: 1 }];
  const stretches: Stretch[] = [];
  for (let from = start; isBefore(from, end);) {
    const until = earlier(from.with({ day: 1 }).add({ months: 1 }), end);
    stretches.push({ month: monthOf(from), day: dayBefore(until), days: daysBetween(from, until) });
    from = until;
  }
  return stretches;
}

function monthOf(day: Temporal.PlainDate): string {
  return day.toPlainYearMonth().toString();
}
