import { Decimal } from "../../decimal/decimal.ts";
import { propertyText, type PropertyValue } from "../property.ts";
import type { Counted } from "./counted.ts";

/** The number of different values, compared by their text: the number 5 and the text "5" are the same value. */
export interface CountUniqueAggregate extends Counted {
  readonly method: "count_unique";
  /** Changed in place, so that a stream of n events costs n steps. */
  readonly values: Set<string>;
}

export function startCountUnique(counted: Counted): CountUniqueAggregate {
  return { ...counted, method: "count_unique", values: new Set() };
}

export function addToCountUnique(aggregate: CountUniqueAggregate, value: PropertyValue): CountUniqueAggregate {
  aggregate.values.add(propertyText(value));
  return aggregate;
}

export function mergeCountUniques(a: CountUniqueAggregate, b: CountUniqueAggregate): CountUniqueAggregate {
  return { ...a, values: new Set([...a.values, ...b.values]) };
}

export function finishCountUnique({ values }: CountUniqueAggregate): Decimal {
  return Decimal.ofInteger(values.size);
}
