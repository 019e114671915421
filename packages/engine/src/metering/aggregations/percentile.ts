import { invariant } from "../../assertions.ts";
import { Decimal } from "../../decimal/decimal.ts";
import type { Counted, NumericSample } from "./counted.ts";

/**
 * The smallest value that at least `percentile`% of the events do not exceed (nearest rank). It is always a measured
 * value. Bandwidth, for example, is billed at the 95th percentile.
 */
export interface PercentileAggregate extends Counted {
  readonly method: "percentile";
  /** Above 0, at most 100. */
  readonly percentile: Decimal;
  /** Changed in place, so that a stream of n events costs n steps. */
  readonly values: Decimal[];
}

const onePercent = Decimal.of("0.01");

export function startPercentile(counted: Counted, percentile: Decimal): PercentileAggregate {
  return { ...counted, method: "percentile", percentile, values: [] };
}

export function addToPercentile(aggregate: PercentileAggregate, { value }: NumericSample): PercentileAggregate {
  aggregate.values.push(value);
  return aggregate;
}

export function mergePercentiles(a: PercentileAggregate, b: PercentileAggregate): PercentileAggregate {
  invariant(a.percentile.equals(b.percentile), "only the same percentile merges");
  return { ...a, values: [...a.values, ...b.values] };
}

/** The value at rank ceil(percentile × n ÷ 100) of n, counted from the smallest; 0 if there are no events. */
export function finishPercentile({ percentile, values }: PercentileAggregate): Decimal {
  const rank = Decimal.ofInteger(values.length).times(percentile).times(onePercent).round(0, "ceiling");
  const sorted = values.toSorted((a, b) => a.compare(b));
  return sorted[Number.parseInt(rank.toString(), 10) - 1] ?? Decimal.zero;
}
