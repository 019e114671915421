import { invariant } from "../../assertions.ts";
import { Decimal } from "../../decimal/decimal.ts";
import { propertyText, type PropertyValue } from "../property.ts";
import type { Counted } from "./counted.ts";

/** The number of different values, compared by their text: the number 5 and the text "5" are the same value. */
export interface CountUniqueAggregate extends Counted {
  readonly method: "count_unique";
  /** Changed in place, so that a stream of n events costs n steps. */
  readonly values: Set<string>;
  /** How many different values there are besides. They were counted elsewhere, and are not known here. */
  readonly further: number;
}

export function startCountUnique(counted: Counted): CountUniqueAggregate {
  return { ...counted, method: "count_unique", values: new Set(), further: 0 };
}

export function addToCountUnique(aggregate: CountUniqueAggregate, value: PropertyValue): CountUniqueAggregate {
  aggregate.values.add(propertyText(value));
  return aggregate;
}

export function mergeCountUniques(a: CountUniqueAggregate, b: CountUniqueAggregate): CountUniqueAggregate {
  invariant(a.further + b.further === 0, "values that are not known cannot be compared");
  return { ...a, values: new Set([...a.values, ...b.values]) };
}

export function finishCountUnique({ values, further }: CountUniqueAggregate): Decimal {
  return Decimal.ofInteger(values.size + further);
}
