import { invariant, unreachable } from "../assertions.ts";
import { mergeAverages } from "./aggregations/average.ts";
import { mergeCountUniques } from "./aggregations/count-unique.ts";
import { mergeLatests } from "./aggregations/latest.ts";
import { mergeMaxes } from "./aggregations/max.ts";
import { mergeMins } from "./aggregations/min.ts";
import { mergePercentiles } from "./aggregations/percentile.ts";
import { mergeSums } from "./aggregations/sum.ts";
import { mergeWeightedSums } from "./aggregations/weighted-sum.ts";
import type { RunningAggregate } from "./running-aggregate.ts";

/** The aggregate over the events of both. They must use the same aggregation and have no event in common. */
export function mergeAggregates(a: RunningAggregate, b: RunningAggregate): RunningAggregate {
  return { ...mergedState(a, b), eventCount: a.eventCount + b.eventCount, skipped: a.skipped + b.skipped };
}

function mergedState(a: RunningAggregate, b: RunningAggregate): RunningAggregate {
  switch (a.method) {
    case "count":
      return ofSameMethod(a, b);
    case "sum":
      return mergeSums(a, ofSameMethod(a, b));
    case "average":
      return mergeAverages(a, ofSameMethod(a, b));
    case "min":
      return mergeMins(a, ofSameMethod(a, b));
    case "max":
      return mergeMaxes(a, ofSameMethod(a, b));
    case "count_unique":
      return mergeCountUniques(a, ofSameMethod(a, b));
    case "latest":
      return mergeLatests(a, ofSameMethod(a, b));
    case "weighted_sum":
      return mergeWeightedSums(a, ofSameMethod(a, b));
    case "percentile":
      return mergePercentiles(a, ofSameMethod(a, b));
    default:
      return unreachable(a);
  }
}

/** Returns b, which must be of a's kind. */
function ofSameMethod<Aggregate extends RunningAggregate>(a: Aggregate, b: RunningAggregate): Aggregate {
  invariant(a.method === b.method, `cannot merge a ${b.method} into a ${a.method}`);
  return b as Aggregate;
}
