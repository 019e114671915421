import { Decimal } from "../../decimal/decimal.ts";
import { propertyText, type PropertyValue } from "../property.ts";
import type { Counted } from "./counted.ts";

/** How many different values there are, told apart by their text: the number 5 and the text "5" are one. */
export interface CountUniqueAggregate extends Counted {
  readonly method: "count_unique";
  /** Grows in place, so that a stream of n events costs n steps. */
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
