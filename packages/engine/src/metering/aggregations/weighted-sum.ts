import { Decimal } from "../../decimal/decimal.ts";
import { countedClock, countedTimeOf } from "../counted-time.ts";
import { millisecondsOf, type TimeSpan, type Window } from "../sample.ts";
import { meanScale, type Counted, type NumericSample } from "./counted.ts";

/**
 * The time-weighted mean of a level that each event raises or lowers by its value. The level is carried over between
 * periods (R-MET-1): 2,500 added at the start of day 5 of a 31-day month is 2,500 × 27/31.
 */
export interface WeightedSumAggregate extends Counted {
  readonly method: "weighted_sum";
  /** Σ value: the total change of the level. */
  readonly change: Decimal;
  /**
   * Σ value × milliseconds of its instant, on a clock that stops in gaps (`countedClock`). It makes the end of the
   * window unnecessary until the aggregate is finished.
   */
  readonly timedChange: Decimal;
}

export function startWeightedSum(counted: Counted): WeightedSumAggregate {
  return { ...counted, method: "weighted_sum", change: Decimal.zero, timedChange: Decimal.zero };
}

export function addToWeightedSum(aggregate: WeightedSumAggregate, { at, value }: NumericSample): WeightedSumAggregate {
  const timed = value.times(Decimal.ofInteger(at));
  return {
    ...aggregate,
    change: aggregate.change.plus(value),
    timedChange: aggregate.timedChange.plus(timed),
  };
}

export function mergeWeightedSums(a: WeightedSumAggregate, b: WeightedSumAggregate): WeightedSumAggregate {
  return { ...a, change: a.change.plus(b.change), timedChange: a.timedChange.plus(b.timedChange) };
}

/**
 * (carriedIn × counted + Σ value × (end − its instant)) ÷ length, at 18 decimals, rounded half away from zero. `counted`
 * is the window without its gaps, in which the level has no weight. `length` is that of `meanOver`, gaps included: a
 * level of 100 is 50 in a window that is half gap, and also in a window that is half of its period. Without events, it
 * is the level carried in, less its part in gaps. If the window or its period has no length, it is 0.
 */
export function finishWeightedSum({ change, timedChange }: WeightedSumAggregate, window: Window): Decimal {
  const time = countedTimeOf(window);
  const { start, end } = time;
  // An account that moves from UTC-11 to UTC+14 loses more than a day, so a window of one day ends before it starts.
  const length = lengthOf(window.meanOver ?? window);
  if (end <= start || length <= 0) return Decimal.zero;
  const countedEnd = countedClock(time, end);
  const carried = (window.carriedIn ?? Decimal.zero).times(Decimal.ofInteger(countedEnd - start));
  const added = change.times(Decimal.ofInteger(countedEnd)).minus(timedChange);
  return carried.plus(added).dividedBy(Decimal.ofInteger(length), meanScale, "half_away_from_zero");
}

function lengthOf({ start, end }: TimeSpan): number {
  return millisecondsOf(end) - millisecondsOf(start);
}

/** The level at the end of the window. The next window carries it in. */
export function levelAtEnd({ change }: WeightedSumAggregate, window: Window): Decimal {
  return (window.carriedIn ?? Decimal.zero).plus(change);
}
