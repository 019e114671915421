import { Decimal } from "../../decimal/decimal.ts";
import { countedClock, countedTimeOf } from "../counted-time.ts";
import type { Window } from "../sample.ts";
import { meanScale, type Counted, type NumericSample } from "./counted.ts";

/**
 * The time-weighted mean of a level that each event raises or lowers by its value, and that is carried over periods
 * (R-MET-1): 2,500 added at the start of day 5 of a 31-day month is 2,500 × 27/31.
 */
export interface WeightedSumAggregate extends Counted {
  readonly method: "weighted_sum";
  /** Σ value: how far the level moved. */
  readonly change: Decimal;
  /**
   * Σ value × milliseconds of its instant, by the clock that stands still in gaps (`countedClock`). With it the end of the
   * window is needed only when finishing.
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
 * (carriedIn × counted + Σ value × (end − its instant)) ÷ length, at 18 decimals, rounded half away from zero. Without gaps
 * all of the length is counted. With gaps the level weighs nothing in them, and the length stays that of the whole window: a
 * level of 100 in a window of which half is a gap is 50. Over no events it is the level carried in, less its part in gaps; over no time
 * it is 0.
 */
export function finishWeightedSum({ change, timedChange }: WeightedSumAggregate, window: Window): Decimal {
  const time = countedTimeOf(window);
  const { start, end } = time;
  // An account that moves from UTC-11 to UTC+14 loses more than a day: a window of one day then ends before it starts.
  if (end <= start) return Decimal.zero;
  const countedEnd = countedClock(time, end);
  const carried = (window.carriedIn ?? Decimal.zero).times(Decimal.ofInteger(countedEnd - start));
  const added = change.times(Decimal.ofInteger(countedEnd)).minus(timedChange);
  return carried.plus(added).dividedBy(Decimal.ofInteger(end - start), meanScale, "half_away_from_zero");
}

/** The level at the end of the window, which the next one carries in. */
export function levelAtEnd({ change }: WeightedSumAggregate, window: Window): Decimal {
  return (window.carriedIn ?? Decimal.zero).plus(change);
}
