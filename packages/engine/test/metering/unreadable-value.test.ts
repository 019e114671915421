import { expect, test } from "vitest";

import { numberBounds } from "../../src/decimal/bounds.ts";
import { Decimal } from "../../src/decimal/decimal.ts";
import { aggregate } from "../../src/metering/aggregate.ts";
import type { Aggregation } from "../../src/metering/aggregation.ts";
import type { PropertyValue } from "../../src/metering/property.ts";
import {
  countedDecimal,
  isNumberOutOfRange,
  unreadableValue,
  unreadableValues,
} from "../../src/metering/unreadable-value.ts";

const LARGEST = `${"9".repeat(30)}.${"9".repeat(40)}`;
const sum = (field: string) => ({ filters: [], aggregation: { method: "sum", field } as Aggregation });

test("bounds apply to a decimal's value: leading and trailing zeros do not count", () => {
  const fits = (text: string) => Decimal.of(text).fits(numberBounds);
  for (const text of ["0", LARGEST, `-${LARGEST}`, "1e29", "1e-40", `000${"9".repeat(30)}`, `0.5${"0".repeat(99)}`]) {
    expect(fits(text), text).toBe(true);
  }
  for (const text of ["1e30", "-1e30", "1e-41", "9".repeat(999), `${LARGEST}1`]) expect(fits(text), text).toBe(false);
});

test("a value counts if it is a number within bounds, in any notation (R-MET-1)", () => {
  const counted = (value: PropertyValue) => countedDecimal(value)?.toCanonical();
  expect([5, "5.00", "1e3", -0.25, LARGEST].map(counted)).toEqual(["5", "5", "1000", "-0.25", LARGEST]);
  for (const value of ["12,5", "", "many", true, false, "1e30", 1e-50, 1e300, "1e1001", "9".repeat(2_000)]) {
    expect(counted(value), String(value)).toBeUndefined();
  }
});

test("text is out of range only if it is a number", () => {
  for (const text of ["1e1001", "1e-1000", "-1E+30", "9".repeat(31), "9".repeat(5_000), "1e99999999"]) {
    expect(isNumberOutOfRange(text), text).toBe(true);
  }
  for (const text of ["1e29", "5", "", "eu-west-1", "deadbeef", "x".repeat(50), LARGEST, "1,5e99"]) {
    expect(isNumberOutOfRange(text), text).toBe(false);
  }
});

test("an unreadable value is missing, not numeric or out of range; a readable value is not reported", () => {
  const reason = (value: PropertyValue) => unreadableValue(sum("n"), { n: value })?.reason;
  expect(unreadableValue(sum("n"), {})).toEqual({ reason: "value_missing", property: "n", value: null });
  expect(unreadableValue(sum("n"), { n: "12,5" })).toEqual({
    reason: "value_not_numeric",
    property: "n",
    value: "12,5",
  });
  expect([true, "", "many"].map(reason)).toEqual(["value_not_numeric", "value_not_numeric", "value_not_numeric"]);
  expect(["1e1001", 1e300, "9".repeat(31)].map(reason)).toEqual(Array.from({ length: 3 }, () => "value_out_of_range"));
  expect([5, "5.0", 0.5].map(reason)).toEqual([undefined, undefined, undefined]);
  // Counting needs no value, and any different values can be counted.
  expect(unreadableValue({ filters: [], aggregation: { method: "count", field: null } }, {})).toBeUndefined();
  const unique = { filters: [], aggregation: { method: "count_unique", field: "n" } as const };
  expect(unreadableValue(unique, { n: true })).toBeUndefined();
  expect(unreadableValue(unique, {})?.reason).toBe("value_missing");
});

test("an event that the filters exclude lacks nothing (R-MET-2)", () => {
  const eu = { field: "region", operator: "equal", value: "eu" } as const;
  const metric = { ...sum("n"), filters: [{ operator: "and", filters: [eu] } as const] };
  expect(unreadableValue(metric, { region: "us" })).toBeUndefined();
  expect(unreadableValue(metric, { region: "eu" })?.reason).toBe("value_missing");
});

test("a missing value is reported if no metric counts the event, an unreadable one always (R-EVT-5)", () => {
  const [input, output] = [sum("input"), sum("output")];
  const count = { filters: [], aggregation: { method: "count", field: null } as Aggregation };
  const told = (properties: Record<string, PropertyValue>, metrics = [input, output]) =>
    unreadableValues(metrics, properties).map(({ unreadable: { reason, property } }) => `${property} ${reason}`);
  expect(told({ input: 1, output: 2 })).toEqual([]);
  expect(told({ input: 1 })).toEqual([]);
  expect(told({})).toEqual(["input value_missing", "output value_missing"]);
  expect(told({}, [input, count])).toEqual([]);
  expect(told({ output: "n/a" })).toEqual(["input value_missing", "output value_not_numeric"]);
  expect(told({ input: 1, output: "n/a" })).toEqual(["output value_not_numeric"]);
  expect(told({ output: "n/a" }, [input, output, count])).toEqual(["output value_not_numeric"]);
});

test("every aggregation skips a value out of bounds, like text that is not a number", () => {
  const window = { start: 0, end: 1_000 };
  const values = ["1e1001", "1e-1000", 1e300, "12,5", 20];
  const samples = values.map((value, at) => ({ at, value }));
  for (const method of ["sum", "average", "min", "max", "latest"] as const) {
    const { quantity, skipped } = aggregate({ method, field: "n" }, samples, window);
    expect([quantity.toCanonical(), skipped], method).toEqual(["20", 4]);
  }
});
