import { whenAllRead, whenComplete, type Wire } from "../wire/wire.ts";
import { filterOperators, type FilterCondition, type FilterGroup } from "./filter.ts";
import type { PropertyValue } from "./property.ts";

const maximumGroups = 20;
const maximumConditions = 50;
const maximumListValues = 1_000;
const maximumTextLength = 255;

/** Reads groups of conditions. Returns an empty list if they are not sent. */
export function parseFilters(wire: Wire): FilterGroup[] | undefined {
  if (wire.isAbsent()) return [];
  const groups = wire.elements(maximumGroups)?.map(parseGroup);
  return groups && whenAllRead(groups);
}

export function filtersToWire(filters: readonly FilterGroup[]): object[] {
  return filters.map((group) => ({
    operator: group.operator,
    filters: group.filters.map(({ field, operator, value }) => ({ field, operator, value })),
  }));
}

function parseGroup(wire: Wire): FilterGroup | undefined {
  if (!wire.isObjectOf(["operator", "filters"])) return undefined;
  const conditions = wire.member("filters").elements(maximumConditions)?.map(parseCondition);
  return whenComplete<FilterGroup>({
    operator: wire.member("operator").oneOf(["and", "or"]),
    filters: conditions && whenAllRead(conditions),
  });
}

function parseCondition(wire: Wire): FilterCondition | undefined {
  if (!wire.isObjectOf(["field", "operator", "value"])) return undefined;
  const field = wire.member("field").text(maximumTextLength);
  const operator = wire.member("operator").oneOf(filterOperators);
  const value = wire.member("value");
  switch (operator) {
    case undefined:
      return undefined;
    case "exists":
      return whenComplete<FilterCondition>({ field, operator, value: readExistence(value) });
    case "in":
    case "not_in":
      return whenComplete<FilterCondition>({ field, operator, value: readList(value) });
    default:
      return whenComplete<FilterCondition>({ field, operator, value: readValue(value) });
  }
}

/** Text, a number or a boolean. Empty text is a value like any other. */
function readValue(wire: Wire): PropertyValue | undefined {
  const { value } = wire;
  if (typeof value === "string") return value === "" ? value : wire.text(maximumTextLength);
  if (typeof value === "number" && !Number.isFinite(value))
    return wire.refuse("invalid_decimal", "Must be a finite number.");
  if (typeof value === "number" || typeof value === "boolean") return value;
  return wire.refuse(value === undefined ? "required" : "invalid_type", "Must be a string, a number or a boolean.");
}

/** An array of values, or comma-separated text for senders that support only text values. */
function readList(wire: Wire): PropertyValue[] | undefined {
  if (typeof wire.value === "string")
    return wire
      .text(maximumTextLength)
      ?.split(",")
      .map((part) => part.trim());
  const values = wire.elements(maximumListValues)?.map(readValue);
  if (values?.length === 0) return wire.refuse("empty", "At least one value is required.");
  return values && whenAllRead(values);
}

/** Whether the property must be present. Defaults to true. */
function readExistence(wire: Wire): boolean | undefined {
  if (wire.isAbsent() || wire.value === true || wire.value === "true") return true;
  if (wire.value === false || wire.value === "false") return false;
  return wire.refuse("invalid_value", "Must be true or false.");
}
