import type { AuditedLine, AuditedSubscription } from "../books.ts";
import { type Day, type Interval, nextDay } from "../calendar.ts";
import { toMinorUnit } from "../currency.ts";
import { chargedPeriod } from "../periods.ts";
import { Rational } from "../rational.ts";

const SHORTEST_FIRST: readonly Interval[] = ["daily", "weekly", "monthly", "quarterly", "semi_annual", "yearly"];

export function isSpread({ interval }: AuditedLine, over: Interval): boolean {
  return interval !== null && SHORTEST_FIRST.indexOf(over) < SHORTEST_FIRST.indexOf(interval);
}

/** The longest interval that any of the lines is for. */
export function longestOf(lines: readonly AuditedLine[]): Interval | null {
  return SHORTEST_FIRST.findLast((interval) => lines.some((line) => line.interval === interval)) ?? null;
}

const spreads = new WeakMap<AuditedLine, Map<Interval, ReadonlyMap<Day, Rational>>>();

/**
 * What each period of an interval, by its first day, counts of a line (R-SUB-8): each day of the service weighs as much as it is
 * of its period, so that whole periods weigh alike. What is counted up to the end of a period is rounded, and the part is what
 * that is more than before. What counts before the service starts, such as a one-off in a trial, counts in no period.
 */
export function countedByPeriod(
  subscription: AuditedSubscription,
  line: AuditedLine,
  interval: Interval,
): ReadonlyMap<Day, Rational> {
  if (!isSpread(line, interval)) {
    if (line.countedOn < subscription.chargedFrom) return new Map();
    return new Map([[chargedPeriod(subscription, interval, line.countedOn).start, line.amount]]);
  }
  const known = spreads.get(line) ?? new Map<Interval, ReadonlyMap<Day, Rational>>();
  spreads.set(line, known);
  const found = known.get(interval) ?? spread(subscription, line, interval);
  known.set(interval, found);
  return found;
}

function spread(subscription: AuditedSubscription, line: AuditedLine, interval: Interval): ReadonlyMap<Day, Rational> {
  const weights = new Map<Day, Rational>();
  for (let day = line.service.start; day < line.service.end; day = nextDay(day)) {
    const { start, of } = chargedPeriod(subscription, interval, day);
    const weight = Rational.whole(1).over(Rational.whole(of));
    weights.set(start, (weights.get(start) ?? Rational.zero).plus(weight));
  }
  const all = Rational.sum([...weights.values()]);
  const counted = new Map<Day, Rational>();
  let [weight, billed] = [Rational.zero, Rational.zero];
  for (const [start, own] of weights) {
    weight = weight.plus(own);
    const through = toMinorUnit(line.amount.times(weight).over(all), subscription.made.currency);
    counted.set(start, through.minus(billed));
    billed = through;
  }
  return counted;
}
