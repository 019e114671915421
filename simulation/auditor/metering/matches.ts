import type { Condition, ConditionGroup } from "../../journal/catalogue.ts";
import { Rational } from "../rational.ts";

export type Value = string | number | boolean;
export type Properties = Readonly<Record<string, Value>>;

/** Whether an event passes all groups of a metric's filters (R-MET-2). */
export function matches(groups: readonly ConditionGroup[], properties: Properties): boolean {
  return groups.every(({ operator, filters }) => {
    const results = filters.map((condition) => holds(condition, properties[condition.field]));
    return operator === "and" ? !results.includes(false) : results.length === 0 || results.includes(true);
  });
}

/** A property that is missing is equal to nothing and in no order, so only the negations hold for it. */
function holds({ operator, value }: Condition, property: Value | undefined): boolean {
  const list = Array.isArray(value) ? (value as readonly Value[]) : [value as Value];
  const [single] = list as [Value];
  switch (operator) {
    case "equal":
      return equals(property, single);
    case "not_equal":
      return !equals(property, single);
    case "in":
      return list.some((one) => equals(property, one));
    case "not_in":
      return !list.some((one) => equals(property, one));
    case "contains":
      return property !== undefined && String(property).includes(String(single));
    case "not_contains":
      return property === undefined || !String(property).includes(String(single));
    case "greater_than":
      return order(property, single) === 1;
    case "greater_than_or_equal":
      return [0, 1].includes(order(property, single) ?? -1);
    case "less_than":
      return order(property, single) === -1;
    case "less_than_or_equal":
      return [0, -1].includes(order(property, single) ?? 1);
    case "exists":
      return (property !== undefined) === single;
    default:
      throw new Error(`the auditor knows no operator ${operator}`);
  }
}

/** A number in JSON equals text that shows the same number; two texts are equal letter by letter. */
function equals(property: Value | undefined, value: Value): boolean {
  if (property === undefined) return false;
  if (String(property) === String(value)) return true;
  if (typeof property !== "number" && typeof value !== "number") return false;
  const [a, b] = [numberIn(property), numberIn(value)];
  return a !== undefined && b !== undefined && a.compare(b) === 0;
}

/** -1, 0 or 1; as numbers when both are, else as text. */
function order(property: Value | undefined, value: Value): number | undefined {
  if (property === undefined) return undefined;
  const [a, b] = [numberIn(property), numberIn(value)];
  if (a !== undefined && b !== undefined) return a.compare(b);
  if (String(property) === String(value)) return 0;
  return String(property) < String(value) ? -1 : 1;
}

/** The number that a property shows; a boolean is none. */
export function numberIn(value: Value): Rational | undefined {
  return typeof value === "boolean" ? undefined : Rational.read(String(value));
}
