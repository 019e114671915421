import { Decimal } from "../../decimal/decimal.ts";
import type { Counted, NumericSample } from "./counted.ts";

/**
 * The value of the last event: the latest instant, then the highest ingestion sequence, then the largest value. So the
 * order in which events are added does not matter.
 */
export interface LatestAggregate extends Counted {
  readonly method: "latest";
  readonly latest: NumericSample | null;
}

export function startLatest(counted: Counted): LatestAggregate {
  return { ...counted, method: "latest", latest: null };
}

export function addToLatest(aggregate: LatestAggregate, sample: NumericSample): LatestAggregate {
  const { latest } = aggregate;
  return latest === null || isLater(sample, latest) ? { ...aggregate, latest: sample } : aggregate;
}

export function mergeLatests(a: LatestAggregate, b: LatestAggregate): LatestAggregate {
  return b.latest === null ? a : addToLatest(a, b.latest);
}

/** 0 if there are no events. */
export function finishLatest({ latest }: LatestAggregate): Decimal {
  return latest === null ? Decimal.zero : latest.value;
}

function isLater(sample: NumericSample, other: NumericSample): boolean {
  if (sample.at !== other.at) return sample.at > other.at;
  if (sample.sequence !== other.sequence) return sample.sequence > other.sequence;
  return sample.value.compare(other.value) > 0;
}
