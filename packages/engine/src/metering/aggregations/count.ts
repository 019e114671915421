import { Decimal } from "../../decimal/decimal.ts";
import type { Counted } from "./counted.ts";

/** The number of events. Their properties do not matter. */
export interface CountAggregate extends Counted {
  readonly method: "count";
}

export function startCount(counted: Counted): CountAggregate {
  return { ...counted, method: "count" };
}

export function finishCount({ eventCount }: CountAggregate): Decimal {
  return Decimal.ofInteger(eventCount);
}
