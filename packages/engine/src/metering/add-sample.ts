import { unreachable } from "../assertions.ts";
import { addToAverage } from "./aggregations/average.ts";
import { addToCountUnique } from "./aggregations/count-unique.ts";
import type { NumericSample } from "./aggregations/counted.ts";
import { addToLatest } from "./aggregations/latest.ts";
import { addToMax } from "./aggregations/max.ts";
import { addToMin } from "./aggregations/min.ts";
import { addToPercentile } from "./aggregations/percentile.ts";
import { addToSum } from "./aggregations/sum.ts";
import { addToWeightedSum } from "./aggregations/weighted-sum.ts";
import type { NumericAggregate, RunningAggregate } from "./running-aggregate.ts";
import { millisecondsOf, type Sample } from "./sample.ts";
import { countedDecimal } from "./unreadable-value.ts";

/**
 * Adds one event. If the event's property is missing, or is not a number within bounds although the method needs one,
 * the event is counted as skipped and changes nothing else. Use the returned aggregate: the argument may have changed.
 */
export function addSample(aggregate: RunningAggregate, sample: Sample): RunningAggregate {
  const added = withSample(aggregate, sample);
  if (added === undefined) return { ...aggregate, skipped: aggregate.skipped + 1 };
  return { ...added, eventCount: aggregate.eventCount + 1 };
}

/** Undefined if the method cannot use the sample's value. */
function withSample(aggregate: RunningAggregate, { at, value, sequence = 0 }: Sample): RunningAggregate | undefined {
  if (aggregate.method === "count") return aggregate;
  if (value === undefined) return undefined;
  if (aggregate.method === "count_unique") return addToCountUnique(aggregate, value);
  const decimal = countedDecimal(value);
  if (decimal === undefined) return undefined;
  return addNumericSample(aggregate, { at: millisecondsOf(at), sequence, value: decimal });
}

function addNumericSample(aggregate: NumericAggregate, sample: NumericSample): NumericAggregate {
  switch (aggregate.method) {
    case "sum":
      return addToSum(aggregate, sample);
    case "average":
      return addToAverage(aggregate, sample);
    case "min":
      return addToMin(aggregate, sample);
    case "max":
      return addToMax(aggregate, sample);
    case "latest":
      return addToLatest(aggregate, sample);
    case "weighted_sum":
      return addToWeightedSum(aggregate, sample);
    case "percentile":
      return addToPercentile(aggregate, sample);
    default:
      return unreachable(aggregate);
  }
}
