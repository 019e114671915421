import { Decimal } from "../../decimal/decimal.ts";
import type { Counted, NumericSample } from "./counted.ts";

/** The total of the values. */
export interface SumAggregate extends Counted {
  readonly method: "sum";
  readonly sum: Decimal;
}

export function startSum(counted: Counted): SumAggregate {
  return { ...counted, method: "sum", sum: Decimal.zero };
}

export function addToSum(aggregate: SumAggregate, { value }: NumericSample): SumAggregate {
  return { ...aggregate, sum: aggregate.sum.plus(value) };
}

export function mergeSums(a: SumAggregate, b: SumAggregate): SumAggregate {
  return { ...a, sum: a.sum.plus(b.sum) };
}
