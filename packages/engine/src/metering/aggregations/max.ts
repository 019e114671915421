import { Decimal } from "../../decimal/decimal.ts";
import type { Counted, NumericSample } from "./counted.ts";

/** The largest value; null before the first. */
export interface MaxAggregate extends Counted {
  readonly method: "max";
  readonly largest: Decimal | null;
}

export function startMax(counted: Counted): MaxAggregate {
  return { ...counted, method: "max", largest: null };
}

export function addToMax(aggregate: MaxAggregate, { value }: Pick<NumericSample, "value">): MaxAggregate {
  return { ...aggregate, largest: Decimal.max(aggregate.largest ?? value, value) };
}

export function mergeMaxes(a: MaxAggregate, b: MaxAggregate): MaxAggregate {
  return b.largest === null ? a : addToMax(a, { value: b.largest });
}

/** 0 if there are no events. */
export function finishMax({ largest }: MaxAggregate): Decimal {
  return largest ?? Decimal.zero;
}
