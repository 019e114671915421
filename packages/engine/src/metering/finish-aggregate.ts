import { unreachable } from "../assertions.ts";
import { Decimal } from "../decimal/decimal.ts";
import { finishAverage } from "./aggregations/average.ts";
import { finishCountUnique } from "./aggregations/count-unique.ts";
import { finishCount } from "./aggregations/count.ts";
import { finishLatest } from "./aggregations/latest.ts";
import { finishMax } from "./aggregations/max.ts";
import { finishMin } from "./aggregations/min.ts";
import { finishPercentile } from "./aggregations/percentile.ts";
import { finishWeightedSum, levelAtEnd } from "./aggregations/weighted-sum.ts";
import type { RunningAggregate } from "./running-aggregate.ts";
import type { Window } from "./sample.ts";

/** The quantity that a metric measured in a window. */
export interface Aggregated {
  readonly quantity: Decimal;
  /** Events that were counted. */
  readonly eventCount: Decimal;
  /** Events whose property is missing, or not numeric although the method needs a number. They are not counted. */
  readonly skipped: number;
  /** The level that the next window of a `weighted_sum` carries in; null for the other methods. */
  readonly levelAtEnd: Decimal | null;
}

/** The quantity. Without events it is 0, or the level that a `weighted_sum` carries in (R-MET-1). */
export function finishAggregate(aggregate: RunningAggregate, window: Window): Aggregated {
  return {
    quantity: quantityOf(aggregate, window),
    eventCount: Decimal.ofInteger(aggregate.eventCount),
    skipped: aggregate.skipped,
    levelAtEnd: aggregate.method === "weighted_sum" ? levelAtEnd(aggregate, window) : null,
  };
}

function quantityOf(aggregate: RunningAggregate, window: Window): Decimal {
  switch (aggregate.method) {
    case "count":
      return finishCount(aggregate);
    case "sum":
      return aggregate.sum;
    case "average":
      return finishAverage(aggregate);
    case "min":
      return finishMin(aggregate);
    case "max":
      return finishMax(aggregate);
    case "count_unique":
      return finishCountUnique(aggregate);
    case "latest":
      return finishLatest(aggregate);
    case "weighted_sum":
      return finishWeightedSum(aggregate, window);
    case "percentile":
      return finishPercentile(aggregate);
    default:
      return unreachable(aggregate);
  }
}
