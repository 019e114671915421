import fc from "fast-check";
import { expect, test } from "vitest";
import type { FilterCondition, FilterGroup } from "../../src/metering/filter.ts";
import { matchesFilters } from "../../src/metering/matches-filters.ts";
import type { Properties, PropertyValue } from "../../src/metering/property.ts";

// Filters of a metric follow the laws of "and", "or" and "not" (R-MET-2).

const FIELDS = ["region", "size", "status"] as const;
const value = fc.oneof(
  fc.constantFrom<PropertyValue>("eu", "us", "", "10", "9", "9.0", "true"),
  fc.constantFrom<PropertyValue>(9, 10, 0, true, false),
);
const properties: fc.Arbitrary<Properties> = fc.dictionary(fc.constantFrom(...FIELDS), value, { maxKeys: 3 });

type Condition = FilterCondition;
const field = fc.constantFrom(...FIELDS);
const ORDERS = ["greater_than", "greater_than_or_equal", "less_than", "less_than_or_equal"] as const;
const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    field,
    operator: fc.constantFrom("equal", "not_equal", "contains", "not_contains", ...ORDERS),
    value,
  }),
  fc.record({ field, operator: fc.constantFrom("in", "not_in"), value: fc.array(value, { maxLength: 3 }) }),
  fc.record({ field, operator: fc.constant("exists" as const), value: fc.boolean() }),
);
const group: fc.Arbitrary<FilterGroup> = fc.record({
  operator: fc.constantFrom("and", "or"),
  filters: fc.array(condition, { maxLength: 4 }),
});
const groups = fc.array(group, { maxLength: 4 });

const holds = (one: Condition, event: Properties) => matchesFilters([{ operator: "and", filters: [one] }], event);

test("a group with `and` matches if all conditions match, with `or` if one matches, and all groups must match (R-MET-2)", () => {
  fc.assert(
    fc.property(groups, properties, (list, event) => {
      const each = list.map(({ operator, filters }) => {
        const found = filters.map((one) => holds(one, event));
        return operator === "and" ? !found.includes(false) : found.length === 0 || found.includes(true);
      });
      expect(matchesFilters(list, event)).toBe(!each.includes(false));
    }),
    { numRuns: 500 },
  );
});

test("the order of groups and conditions does not matter, nor does repeating one (R-MET-2)", () => {
  fc.assert(
    fc.property(groups, properties, (list, event) => {
      const found = matchesFilters(list, event);
      const turned = list.map((one) => ({ ...one, filters: one.filters.toReversed() })).toReversed();
      expect(matchesFilters(turned, event)).toBe(found);
      const twice = list.map((one) => ({ ...one, filters: [...one.filters, ...one.filters] }));
      expect(matchesFilters([...twice, ...twice], event)).toBe(found);
    }),
  );
});

test("an additional group never lets an excluded event pass (R-MET-2)", () => {
  fc.assert(
    fc.property(groups, group, properties, (list, more, event) => {
      if (matchesFilters([...list, more], event)) expect(matchesFilters(list, event)).toBe(true);
    }),
  );
});

test("either an operator or its opposite matches (R-MET-2)", () => {
  fc.assert(
    fc.property(field, value, fc.array(value, { maxLength: 3 }), properties, (name, one, some, event) => {
      const pairs: [Condition, Condition][] = [
        [
          { field: name, operator: "equal", value: one },
          { field: name, operator: "not_equal", value: one },
        ],
        [
          { field: name, operator: "contains", value: one },
          { field: name, operator: "not_contains", value: one },
        ],
        [
          { field: name, operator: "in", value: some },
          { field: name, operator: "not_in", value: some },
        ],
        [
          { field: name, operator: "exists", value: true },
          { field: name, operator: "exists", value: false },
        ],
      ];
      for (const [is, isNot] of pairs) expect(holds(is, event)).toBe(!holds(isNot, event));
    }),
  );
});

test("`in` means equal to one element of the list, and nothing is in an empty list (R-MET-2)", () => {
  fc.assert(
    fc.property(field, fc.array(value, { maxLength: 4 }), properties, (name, some, event) => {
      const one = some.some((each) => holds({ field: name, operator: "equal", value: each }, event));
      expect(holds({ field: name, operator: "in", value: some }, event)).toBe(one);
    }),
  );
});

test("a property that is present is either below or not below, and either above or not above (R-MET-2)", () => {
  fc.assert(
    fc.property(field, value, properties, (name, one, event) => {
      const is = (operator: (typeof ORDERS)[number]) => holds({ field: name, operator, value: one }, event);
      const isThere = Object.hasOwn(event, name);
      expect(is("less_than") || is("greater_than_or_equal")).toBe(isThere);
      expect(is("greater_than") || is("less_than_or_equal")).toBe(isThere);
      expect(is("less_than") && is("greater_than_or_equal")).toBe(false);
      expect(is("less_than") && is("greater_than")).toBe(false);
    }),
  );
});

test("properties that no filter uses change nothing (R-MET-2)", () => {
  fc.assert(
    fc.property(groups, properties, value, (list, event, other) => {
      expect(matchesFilters(list, { ...event, elsewhere: other })).toBe(matchesFilters(list, event));
    }),
  );
});
