import { Decimal } from "../../decimal/decimal.ts";
import { meanScale, type Counted, type NumericSample } from "./counted.ts";

/** The sum of the values ÷ their number. */
export interface AverageAggregate extends Counted {
  readonly method: "average";
  readonly sum: Decimal;
}

export function startAverage(counted: Counted): AverageAggregate {
  return { ...counted, method: "average", sum: Decimal.zero };
}

export function addToAverage(aggregate: AverageAggregate, { value }: NumericSample): AverageAggregate {
  return { ...aggregate, sum: aggregate.sum.plus(value) };
}

export function mergeAverages(a: AverageAggregate, b: AverageAggregate): AverageAggregate {
  return { ...a, sum: a.sum.plus(b.sum) };
}

/** The mean at 18 decimals, rounded half away from zero; 0 if there are no events. */
export function finishAverage({ sum, eventCount }: AverageAggregate): Decimal {
  if (eventCount === 0) return Decimal.zero;
  return sum.dividedBy(Decimal.ofInteger(eventCount), meanScale, "half_away_from_zero");
}
