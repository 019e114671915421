import { unreachable } from "../assertions.ts";
import type { Aggregation } from "./aggregation.ts";
import { startAverage, type AverageAggregate } from "./aggregations/average.ts";
import { startCountUnique, type CountUniqueAggregate } from "./aggregations/count-unique.ts";
import { startCount, type CountAggregate } from "./aggregations/count.ts";
import type { Counted } from "./aggregations/counted.ts";
import { startLatest, type LatestAggregate } from "./aggregations/latest.ts";
import { startMax, type MaxAggregate } from "./aggregations/max.ts";
import { startMin, type MinAggregate } from "./aggregations/min.ts";
import { startPercentile, type PercentileAggregate } from "./aggregations/percentile.ts";
import { startSum, type SumAggregate } from "./aggregations/sum.ts";
import { startWeightedSum, type WeightedSumAggregate } from "./aggregations/weighted-sum.ts";

/** Aggregates of the methods that read a number from each event. */
export type NumericAggregate =
  | SumAggregate
  | AverageAggregate
  | MinAggregate
  | MaxAggregate
  | LatestAggregate
  | WeightedSumAggregate
  | PercentileAggregate;

/**
 * The state of an aggregation after the events so far. All methods can merge, and the order of adding and merging does
 * not matter. All except `count_unique` and `percentile` stay small for any number of events, so that they can be
 * stored as pre-aggregates (R-EVT-8).
 */
export type RunningAggregate = CountAggregate | CountUniqueAggregate | NumericAggregate;

/** The aggregate of no events. */
export function startAggregate(aggregation: Aggregation): RunningAggregate {
  const counted: Counted = { eventCount: 0, skipped: 0 };
  switch (aggregation.method) {
    case "count":
      return startCount(counted);
    case "sum":
      return startSum(counted);
    case "average":
      return startAverage(counted);
    case "min":
      return startMin(counted);
    case "max":
      return startMax(counted);
    case "count_unique":
      return startCountUnique(counted);
    case "latest":
      return startLatest(counted);
    case "weighted_sum":
      return startWeightedSum(counted);
    case "percentile":
      return startPercentile(counted, aggregation.percentile);
    default:
      return unreachable(aggregation);
  }
}
