import type { Fault } from "../wire/fault.ts";
import { Wire } from "../wire/wire.ts";
import { propertyOf, propertyText, type Properties } from "./property.ts";

const maximumNames = 10;
const maximumNameLength = 255;

export type ParsedGroupBy =
  | { readonly ok: true; readonly groupBy: readonly string[] }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/**
 * Reads the names of the properties that split usage (R-MET-2): at most 10, each different and at most 255 characters
 * long.
 */
export function parseGroupBy(groupBy: unknown): ParsedGroupBy {
  const wire = Wire.root({ groupBy });
  const names = readGroupBy(wire.member("groupBy"));
  return names === undefined || wire.faults.length > 0
    ? { ok: false, faults: wire.faults }
    : { ok: true, groupBy: names };
}

/** Returns an empty list if they are not sent. */
export function readGroupBy(wire: Wire): string[] | undefined {
  return wire.isAbsent() ? [] : wire.distinctTexts(maximumNames, maximumNameLength);
}

/**
 * An event's values of the properties that split usage, in the order of the properties. Null if the event lacks the
 * property.
 */
export type GroupValues = readonly (string | null)[];

export function groupValuesOf(groupBy: readonly string[], properties: Properties): GroupValues {
  return groupBy.map((name) => {
    const value = propertyOf(properties, name);
    return value === undefined ? null : propertyText(value);
  });
}

/** Values by property name. A property that the events lack is missing. */
export function namedGroupValues(groupBy: readonly string[], values: GroupValues): Readonly<Record<string, string>> {
  const named = groupBy.map((name, position) => [name, values[position] ?? null] as const);
  // Built from entries, so that a property named `__proto__` is a member like any other.
  return Object.fromEntries(named.filter((entry): entry is [string, string] => entry[1] !== null));
}

/**
 * Compares by the first property, then by the next. Text is ordered by its characters, and missing values come last.
 */
export function compareGroupValues(left: GroupValues, right: GroupValues): number {
  for (const [position, value] of left.entries()) {
    const other = right[position] ?? null;
    if (value === other) continue;
    if (value === null || other === null) return value === null ? 1 : -1;
    return value < other ? -1 : 1;
  }
  return 0;
}
