import { Decimal } from "../../decimal/decimal.ts";
import type { Counted, NumericSample } from "./counted.ts";

/** The smallest value; null before the first. */
export interface MinAggregate extends Counted {
  readonly method: "min";
  readonly smallest: Decimal | null;
}

export function startMin(counted: Counted): MinAggregate {
  return { ...counted, method: "min", smallest: null };
}

export function addToMin(aggregate: MinAggregate, { value }: Pick<NumericSample, "value">): MinAggregate {
  return { ...aggregate, smallest: Decimal.min(aggregate.smallest ?? value, value) };
}

export function mergeMins(a: MinAggregate, b: MinAggregate): MinAggregate {
  return b.smallest === null ? a : addToMin(a, { value: b.smallest });
}

/** 0 if there are no events. */
export function finishMin({ smallest }: MinAggregate): Decimal {
  return smallest ?? Decimal.zero;
}
