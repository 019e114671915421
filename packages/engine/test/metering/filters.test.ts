import fc from "fast-check";
import { expect, test } from "vitest";

import type { FilterCondition } from "../../src/metering/filter.ts";
import { matchesFilters } from "../../src/metering/matches-filters.ts";
import type { Properties, PropertyValue } from "../../src/metering/property.ts";

type ValueOperator = Exclude<FilterCondition["operator"], "in" | "not_in" | "exists">;

function holds(property: PropertyValue | undefined, operator: ValueOperator, value: PropertyValue): boolean {
  const properties: Properties = property === undefined ? {} : { field: property };
  return matchesFilters([{ operator: "and", filters: [{ field: "field", operator, value }] }], properties);
}

function isListed(property: PropertyValue | undefined, operator: "in" | "not_in", value: PropertyValue[]): boolean {
  const properties: Properties = property === undefined ? {} : { field: property };
  return matchesFilters([{ operator: "and", filters: [{ field: "field", operator, value }] }], properties);
}

test("equal compares text, or decimals if one side is a JSON number (R-MET-2)", () => {
  expect(holds("eu", "equal", "eu")).toBe(true);
  expect(holds("eu", "equal", "EU")).toBe(false);
  expect(holds(5, "equal", "5")).toBe(true);
  expect(holds(5, "equal", "5.0")).toBe(true);
  expect(holds("5.0", "equal", 5)).toBe(true);
  expect(holds("5.0", "equal", "5")).toBe(false); // two texts, such as versions
  expect(holds(5, "equal", "five")).toBe(false);
  expect(holds("five", "equal", 5)).toBe(false);
  expect(holds(true, "equal", "true")).toBe(true);
  expect(holds(true, "equal", 1)).toBe(false);
});

test("not_equal, not_in and not_contains match if the positive operator does not, even for a missing property", () => {
  const values: PropertyValue[] = ["eu", "us", "", 5, "5.0", true, false, 0.1];
  for (const property of [...values, undefined]) {
    for (const value of values) {
      expect(holds(property, "not_equal", value)).toBe(!holds(property, "equal", value));
      expect(holds(property, "not_contains", value)).toBe(!holds(property, "contains", value));
      expect(isListed(property, "not_in", [value, "x"])).toBe(!isListed(property, "in", [value, "x"]));
    }
  }
  expect(holds(undefined, "not_equal", "eu")).toBe(true);
});

test("in matches any of the values", () => {
  expect(isListed("5.0", "in", ["4", 5])).toBe(true); // 5 is a JSON number: compared as decimals
  expect(isListed("5.0", "in", ["4", "5"])).toBe(false); // two texts
  expect(isListed(true, "in", ["true"])).toBe(true);
  expect(isListed("", "in", [""])).toBe(true);
  expect(isListed(undefined, "in", [""])).toBe(false);
  expect(isListed(undefined, "not_in", ["eu"])).toBe(true);
  expect(isListed("us", "in", ["eu", "us"])).toBe(true);
  expect(isListed(200, "in", ["200", "201"])).toBe(true);
  expect(isListed("asia", "in", ["eu", "us"])).toBe(false);
  expect(isListed(undefined, "in", ["eu"])).toBe(false);
});

test("contains searches for a part of the text", () => {
  expect(holds("/v1/invoices", "contains", "/v1")).toBe(true);
  expect(holds("/v1/invoices", "contains", "/V1")).toBe(false);
  expect(holds(1234, "contains", 23)).toBe(true);
  expect(holds(undefined, "contains", "")).toBe(false);
  expect(holds("", "contains", "")).toBe(true); // every text contains the empty text
  expect(holds("eu", "contains", "")).toBe(true);
  expect(holds("eu", "not_contains", "")).toBe(false);
  expect(holds("", "contains", "eu")).toBe(false);
  expect(holds(undefined, "not_contains", "eu")).toBe(true);
  expect(holds(true, "contains", "ru")).toBe(true);
  expect(holds(1e21, "contains", "000")).toBe(true); // in plain notation: 1000000000000000000000
  expect(holds(1e21, "contains", "e")).toBe(false);
});

test("order is decimal if both sides are decimals, otherwise by text (R-MET-2)", () => {
  expect(holds("10", "greater_than", "9")).toBe(true); // it would be smaller as text
  expect(holds(10, "greater_than", 9.5)).toBe(true);
  expect(holds("1.50", "greater_than_or_equal", 1.5)).toBe(true);
  expect(holds("1.50", "greater_than", 1.5)).toBe(false);
  expect(holds("1.50", "less_than_or_equal", 1.5)).toBe(true);
  expect(holds("0.1", "less_than", "0.10000000000000000001")).toBe(true); // equal as floats
  expect(holds("2024-02-01", "greater_than", "2024-01-31")).toBe(true);
  expect(holds("a", "less_than_or_equal", "a")).toBe(true);
  expect(holds("9", "less_than", "a")).toBe(true);
  expect(holds("10", "less_than", "9 MB")).toBe(true); // one side is not a decimal: as text, "1" comes before "9"
  expect(holds("1e2", "greater_than", 99)).toBe(true); // a decimal with an exponent
  expect(holds("-1", "less_than", 0)).toBe(true);
  expect(holds(5, "less_than", true)).toBe(true); // a boolean is not a decimal: "5" comes before "true"
  expect(holds("", "less_than", 0)).toBe(true); // the empty text counts as present, and comes before every other text
  for (const operator of ["greater_than", "greater_than_or_equal", "less_than", "less_than_or_equal"] as const) {
    expect(holds(undefined, operator, "1"), operator).toBe(false);
  }
});

test("exists checks whether the property is present, regardless of its value", () => {
  const exists = (value: boolean, properties: Properties) =>
    matchesFilters([{ operator: "and", filters: [{ field: "field", operator: "exists", value }] }], properties);
  expect([exists(true, { field: "" }), exists(true, { field: false }), exists(true, {})]).toEqual([true, true, false]);
  expect([exists(true, { field: 0 }), exists(true, { other: 1 })]).toEqual([true, false]);
  expect([exists(false, { field: "" }), exists(false, {})]).toEqual([false, true]);
});

test("properties that every JavaScript object inherits are not properties of an event", () => {
  const filters = [
    { operator: "and" as const, filters: [{ field: "constructor", operator: "exists" as const, value: true }] },
  ];
  expect(matchesFilters(filters, {})).toBe(false);
});

const isEu: FilterCondition = { field: "region", operator: "equal", value: "eu" };
const isLarge: FilterCondition = { field: "size", operator: "equal", value: "large" };

test("`and` requires all conditions of a group, `or` requires one, and all groups must match (R-MET-2)", () => {
  const [both, eu, large, none] = [{ region: "eu", size: "large" }, { region: "eu" }, { size: "large" }, {}];
  const matches = (operator: "and" | "or") =>
    [both, eu, large, none].map((event) => matchesFilters([{ operator, filters: [isEu, isLarge] }], event));
  expect(matches("and")).toEqual([true, false, false, false]);
  expect(matches("or")).toEqual([true, true, true, false]);
  const groups = [
    { operator: "or" as const, filters: [isEu] },
    { operator: "or" as const, filters: [isLarge] },
  ];
  expect([both, eu, large, none].map((event) => matchesFilters(groups, event))).toEqual([true, false, false, false]);
});

test("without groups, or with groups without conditions, every event matches", () => {
  expect(matchesFilters([], {})).toBe(true);
  expect(matchesFilters([{ operator: "and", filters: [] }], {})).toBe(true);
  expect(matchesFilters([{ operator: "or", filters: [] }], {})).toBe(true);
});

test("two decimals are greater, less or equal, in any notation", () => {
  fc.assert(
    fc.property(fc.integer({ min: -999, max: 999 }), fc.integer({ min: -999, max: 999 }), (a, b) => {
      const [left, right] = [`${a}e-1`, b];
      const order = [holds(left, "less_than", right), holds(left, "greater_than", right)];
      expect(order).toEqual([a < b * 10, a > b * 10]);
    }),
  );
});

test("an unknown operator cannot match", () => {
  const condition = { field: "a", operator: "sounds_like", value: "b" } as never;
  expect(() => matchesFilters([{ operator: "and", filters: [condition] }], {})).toThrow("no case for");
  expect(() => matchesFilters([{ operator: "xor" as "or", filters: [] }], {})).toThrow("no case for");
});
