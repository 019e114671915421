import { unreachable } from "../assertions.ts";
import { compareText } from "../compare-text.ts";
import type { FilterCondition, FilterGroup } from "./filter.ts";
import { propertyDecimal, propertyOf, propertyText, type Properties, type PropertyValue } from "./property.ts";

/** Whether an event with these properties matches all groups (R-MET-2). Every event matches if there are no groups. */
export function matchesFilters(filters: readonly FilterGroup[], properties: Properties): boolean {
  return filters.every((group) => matchesGroup(group, properties));
}

function matchesGroup({ operator, filters }: FilterGroup, properties: Properties): boolean {
  switch (operator) {
    case "and":
      return filters.every((condition) => matchesCondition(condition, properties));
    case "or":
      return filters.length === 0 || filters.some((condition) => matchesCondition(condition, properties));
    default:
      return unreachable(operator);
  }
}

/**
 * A missing property equals nothing, contains nothing, and is neither above nor below anything. So negated operators
 * match it.
 */
function matchesCondition(condition: FilterCondition, properties: Properties): boolean {
  const property = propertyOf(properties, condition.field);
  switch (condition.operator) {
    case "equal":
      return isEqual(property, condition.value);
    case "not_equal":
      return !isEqual(property, condition.value);
    case "in":
      return isAmong(property, condition.value);
    case "not_in":
      return !isAmong(property, condition.value);
    case "contains":
      return contains(property, condition.value);
    case "not_contains":
      return !contains(property, condition.value);
    case "greater_than":
      return isOrdered(property, condition.value, (order) => order > 0);
    case "greater_than_or_equal":
      return isOrdered(property, condition.value, (order) => order >= 0);
    case "less_than":
      return isOrdered(property, condition.value, (order) => order < 0);
    case "less_than_or_equal":
      return isOrdered(property, condition.value, (order) => order <= 0);
    case "exists":
      return (property !== undefined) === condition.value;
    default:
      return unreachable(condition);
  }
}

/**
 * Compares as decimals if at least one side was a JSON number and both are decimals, so that 5 equals "5.0". Otherwise
 * compares as text.
 */
function isEqual(property: PropertyValue | undefined, value: PropertyValue): boolean {
  if (property === undefined) return false;
  if (propertyText(property) === propertyText(value)) return true;
  if (typeof property !== "number" && typeof value !== "number") return false;
  const [left, right] = [propertyDecimal(property), propertyDecimal(value)];
  return left !== undefined && right !== undefined && left.equals(right);
}

function isAmong(property: PropertyValue | undefined, values: readonly PropertyValue[]): boolean {
  return values.some((value) => isEqual(property, value));
}

/** Whether the text contains the value. Case-sensitive. */
function contains(property: PropertyValue | undefined, value: PropertyValue): boolean {
  return property !== undefined && propertyText(property).includes(propertyText(value));
}

/**
 * Compares as decimals if both sides are decimals, otherwise as text, character by character ("2024-02-01" >
 * "2024-01-31").
 */
function isOrdered(
  property: PropertyValue | undefined,
  value: PropertyValue,
  holds: (order: number) => boolean,
): boolean {
  if (property === undefined) return false;
  const [left, right] = [propertyDecimal(property), propertyDecimal(value)];
  if (left !== undefined && right !== undefined) return holds(left.compare(right));
  return holds(compareText(propertyText(property), propertyText(value)));
}
