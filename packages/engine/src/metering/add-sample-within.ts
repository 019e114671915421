import { addSample } from "./add-sample.ts";
import { addToWeightedSum } from "./aggregations/weighted-sum.ts";
import { countedClock, isCounted, type CountedTime } from "./counted-time.ts";
import type { RunningAggregate } from "./running-aggregate.ts";
import { millisecondsOf, type Sample } from "./sample.ts";
import { countedDecimal } from "./unreadable-value.ts";

/**
 * Adds an event of any time to the aggregate. An event that does not count (outside the window, or in a gap) leaves the
 * aggregate unchanged and returns the same object. Exception: before the end of the window it moves the level of a
 * `weighted_sum`, which is weighted from the next instant that counts.
 */
export function addSampleWithin(aggregate: RunningAggregate, sample: Sample, time: CountedTime): RunningAggregate {
  const at = millisecondsOf(sample.at);
  if (isCounted(time, at)) {
    return addSample(aggregate, time.gaps.length === 0 ? sample : { ...sample, at: countedClock(time, at) });
  }
  if (aggregate.method !== "weighted_sum" || at >= time.end) return aggregate;
  const value = sample.value === undefined ? undefined : countedDecimal(sample.value);
  if (value === undefined) return aggregate;
  return addToWeightedSum(aggregate, { at: countedClock(time, at), sequence: 0, value });
}
