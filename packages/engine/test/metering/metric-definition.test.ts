import { expect, test } from "vitest";

import { filterOperators } from "../../src/metering/filter.ts";
import { aggregationMethods } from "../../src/metering/aggregation.ts";
import { parseGroupBy } from "../../src/metering/group-by.ts";
import {
  metricDefinitionToWire,
  metricFaults,
  parseMetricDefinition,
  type MetricDefinition,
} from "../../src/metering/metric-definition.ts";

const sum = { method: "sum", field: "bytes" };

function faults(metric: object): string[] {
  return metricFaults({ eventName: "upload", aggregation: sum, ...metric }).map(
    ({ pointer, code }) => `${pointer} ${code}`,
  );
}

function definition(metric: object): MetricDefinition {
  const parsed = parseMetricDefinition({ eventName: "upload", aggregation: sum, ...metric });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return parsed.definition;
}

const condition = (operator: string, value?: unknown) => ({ field: "region", operator, value });
const group = (...filters: object[]) => ({ operator: "and", filters });

test("a metric is read with its filters and returned as it was sent (R-MET-1, R-MET-2)", () => {
  const metric = {
    eventName: "upload",
    filters: [
      { operator: "or", filters: [condition("equal", "eu"), condition("in", ["us", 5, true])] },
      { operator: "and", filters: [condition("exists", true), condition("greater_than", 10)] },
    ],
    aggregation: { method: "percentile", field: "bytes", percentile: 95 },
    groupBy: ["region", "size"],
  };
  expect(metricDefinitionToWire(definition(metric))).toEqual(metric);
});

test("ignores members that only describe a metric", () => {
  expect(faults({ id: "metric_1", name: "Uploads", description: null, createdAt: "2024-01-01" })).toEqual([]);
});

test("members that are not sent are empty", () => {
  expect(definition({})).toMatchObject({ filters: [], groupBy: [] });
  expect(definition({ filters: null, groupBy: null })).toMatchObject({ filters: [], groupBy: [] });
  expect(metricDefinitionToWire(definition({ aggregation: { method: "count" } }))).toEqual({
    eventName: "upload",
    filters: [],
    aggregation: { method: "count", field: null },
    groupBy: [],
  });
});

test("filterGroups is another name for filters, and only one of them may be sent (R-MET-2)", () => {
  const filterGroups = [group(condition("equal", "eu"))];
  expect(definition({ filterGroups }).filters).toEqual(filterGroups);
  expect(faults({ filterGroups, filters: filterGroups })).toEqual(["/filterGroups duplicate"]);
  expect(faults({ filterGroups, filters: null })).toEqual([]);
});

test("reads every method; count takes no field and the other methods require one (R-MET-1)", () => {
  for (const method of aggregationMethods) {
    const extra = method === "percentile" ? { percentile: "99.9" } : {};
    const field = method === "count" ? null : "bytes";
    expect(faults({ aggregation: { method, field, ...extra } }), method).toEqual([]);
    const wrongField = method === "count" ? "bytes" : undefined;
    const code = method === "count" ? "invalid_value" : "required";
    expect(faults({ aggregation: { method, field: wrongField, ...extra } }), method).toEqual([
      `/aggregation/field ${code}`,
    ]);
  }
  expect(faults({ aggregation: { method: "sum", field: "" } })).toEqual(["/aggregation/field empty"]);
});

test("a percentile is above 0 and at most 100, and allowed only for its method", () => {
  const percentile = (value: unknown) =>
    faults({ aggregation: { method: "percentile", field: "ms", percentile: value } });
  expect([percentile(95), percentile("99.9"), percentile(100)]).toEqual([[], [], []]);
  expect(percentile(0)).toEqual(["/aggregation/percentile invalid_value"]);
  // Every value that can be written into the definition can be read again.
  expect(percentile(1.5e-323)).toEqual(["/aggregation/percentile invalid_value"]);
  expect(percentile("0.000001")).toEqual([]);
  expect(percentile(100.1)).toEqual(["/aggregation/percentile invalid_value"]);
  expect(percentile(-5)).toEqual(["/aggregation/percentile negative"]);
  expect(percentile(undefined)).toEqual(["/aggregation/percentile required"]);
  expect(faults({ aggregation: { ...sum, percentile: 95 } })).toEqual(["/aggregation/percentile invalid_value"]);
  expect(faults({ aggregation: { ...sum, percentile: null } })).toEqual([]);
});

test("reads every operator with its kind of value (R-MET-2)", () => {
  for (const operator of filterOperators) {
    const value = operator === "exists" ? true : operator === "in" || operator === "not_in" ? ["eu"] : "eu";
    expect(faults({ filters: [group(condition(operator, value))] }), operator).toEqual([]);
  }
});

test("rejects a number that is too large", () => {
  expect(faults({ filters: [group(condition("equal", Number.POSITIVE_INFINITY))] })).toEqual([
    "/filters/0/filters/0/value invalid_decimal",
  ]);
});

test("a list is an array, or comma-separated text", () => {
  const values = (value: unknown) =>
    definition({ filters: [group(condition("in", value))] }).filters[0]?.filters[0]?.value;
  expect(values("eu, us")).toEqual(["eu", "us"]);
  expect(values(["eu, us"])).toEqual(["eu, us"]);
  expect(faults({ filters: [group(condition("in", ""))] })).toEqual(["/filters/0/filters/0/value empty"]);
  expect(faults({ filters: [group(condition("in", []))] })).toEqual(["/filters/0/filters/0/value empty"]);
  expect(faults({ filters: [group(condition("in", [null, {}]))] })).toEqual([
    "/filters/0/filters/0/value/0 invalid_type",
    "/filters/0/filters/0/value/1 invalid_type",
  ]);
  expect(faults({ filters: [group(condition("in", 5))] })).toEqual(["/filters/0/filters/0/value invalid_type"]);
});

test("exists means that the property is present, unless false is sent", () => {
  const exists = (value?: unknown) =>
    definition({ filters: [group(condition("exists", value))] }).filters[0]?.filters[0]?.value;
  expect([exists(), exists(null), exists(true), exists("true"), exists(false), exists("false")]).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
  expect(faults({ filters: [group(condition("exists", "maybe"))] })).toEqual([
    "/filters/0/filters/0/value invalid_value",
  ]);
});

test("reports every wrong member, not only the first (R-API-4)", () => {
  const filters = [
    { operator: "nor", filters: [condition("like", "x"), { field: "", operator: "equal" }, 5], more: 1 },
    { operator: "and" },
    "none",
    {
      operator: "and",
      filters: [condition("equal", "x".repeat(256)), condition("equal", ""), condition("equal", null)],
    },
  ];
  expect(
    faults({ eventName: "", filters, aggregation: { method: "median", fields: "a" }, groupBy: ["a", "a", 5] }),
  ).toEqual([
    "/eventName empty",
    "/filters/0/more unknown_member",
    "/filters/0/filters/0/operator invalid_value",
    "/filters/0/filters/1/field empty",
    "/filters/0/filters/1/value required",
    "/filters/0/filters/2 invalid_type",
    "/filters/0/operator invalid_value",
    "/filters/1/filters required",
    "/filters/2 invalid_type",
    "/filters/3/filters/0/value too_long",
    "/filters/3/filters/2/value invalid_type",
    "/aggregation/fields unknown_member",
    "/aggregation/method invalid_value",
    "/groupBy/1 duplicate",
    "/groupBy/2 invalid_type",
  ]);
});

test("rejects a definition without its members, or with lists that are not lists", () => {
  expect(metricFaults({}).map(({ pointer }) => pointer)).toEqual(["/eventName", "/aggregation"]);
  expect(faults({ filters: {}, groupBy: "region" })).toEqual(["/filters invalid_type", "/groupBy invalid_type"]);
  expect(faults({ aggregation: "sum" })).toEqual(["/aggregation invalid_type"]);
  expect(faults({ aggregation: { method: 5 } })).toEqual(["/aggregation/method invalid_type"]);
});

test("at most 10 properties split usage, each named once with at most 255 characters (R-MET-2)", () => {
  const names = (count: number) => Array.from({ length: count }, (_, position) => `p${position}`);
  expect(parseGroupBy(undefined)).toEqual({ ok: true, groupBy: [] });
  expect(parseGroupBy(names(10))).toEqual({ ok: true, groupBy: names(10) });
  expect(parseGroupBy(["x".repeat(255)])).toMatchObject({ ok: true });
  const codes = (groupBy: unknown) => {
    const parsed = parseGroupBy(groupBy);
    return parsed.ok ? [] : parsed.faults.map(({ pointer, code }) => `${pointer} ${code}`);
  };
  expect(codes(names(11))).toEqual(["/groupBy too_many"]);
  expect(codes(["x".repeat(256), "", "a", "a"])).toEqual([
    "/groupBy/0 too_long",
    "/groupBy/1 empty",
    "/groupBy/3 duplicate",
  ]);
});
