import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { Decimal } from "../../src/decimal/decimal.ts";
import { aggregate } from "../../src/metering/aggregate.ts";
import type { Aggregation, AggregationMethod } from "../../src/metering/aggregation.ts";
import { groupValuesOf, namedGroupValues } from "../../src/metering/group-by.ts";
import { addEvent, finishMeasurement, startMeasurement } from "../../src/metering/measurement.ts";

// Months of usage as an invoice measures them, each calculated manually (R-MET-1).

type Method = Exclude<AggregationMethod, "count" | "percentile">;
const at = (text: string) => Temporal.Instant.from(text.length === 10 ? `${text}T00:00:00Z` : text);
const month = (start: string, end: string, carriedIn = "0") => {
  return { start: at(start), end: at(end), carriedIn: Decimal.of(carriedIn) };
};

/** `2026-01-05 2500` is an event. */
function measured(method: Method, window: ReturnType<typeof month>, ...events: string[]): string {
  const samples = events.map((text, sequence) => {
    const [day = "", value = ""] = text.split(" ");
    return { at: at(day), value, sequence };
  });
  return aggregate({ method, field: "value" }, samples, window).quantity.toCanonical();
}

test.each([
  ["from the first instant", ["2026-01-01 310"], "310"],
  ["from day 5", ["2026-01-05 310"], "270"], // 310 × 27/31
  ["for one day", ["2026-01-10 310", "2026-01-11 -310"], "10"], // 310 × 1/31
  ["from the last noon", ["2026-01-31T12:00:00Z 310"], "5"], // 310 × 0.5/31
  ["raised and lowered", ["2026-01-01 100", "2026-01-11 200", "2026-01-21 -300"], "129.032258064516129032"], // (100 × 10 + 300 × 10) ÷ 31
])("seats that exist %s are weighted by time (R-MET-1)", (_, events, expected) => {
  expect(measured("weighted_sum", month("2026-01-01", "2026-02-01"), ...events)).toBe(expected);
});

test("a level is carried from month to month until an event changes it (R-MET-1)", () => {
  const levels: string[] = [];
  let level = Decimal.zero;
  const months = ["2026-01-01", "2026-02-01", "2026-03-01", "2026-04-01"];
  const events: Record<string, string[]> = {
    "2026-01-01": ["2026-01-16T12:00:00Z 62"],
    "2026-03-01": ["2026-03-31 -31"],
  };
  for (const [place, start] of months.slice(0, 3).entries()) {
    const samples = (events[start] ?? []).map((text) => ({ at: at(text.split(" ")[0]!), value: text.split(" ")[1]! }));
    const window = { ...month(start, months[place + 1]!), carriedIn: level };
    const { quantity, levelAtEnd } = aggregate({ method: "weighted_sum", field: "value" }, samples, window);
    levels.push(quantity.toCanonical());
    level = levelAtEnd!;
  }
  expect(levels).toEqual([
    "31", // 62 × 15.5/31
    "62",
    "61", // 62 − 31 × 1/31
  ]);
  expect(level.toString()).toBe("31");
});

test.each<[Method, string[], string]>([
  ["sum", ["2026-01-02 1.5", "2026-01-03 -0.5", "2026-01-04 0.001"], "1.001"],
  ["average", ["2026-01-02 1", "2026-01-03 2", "2026-01-04 4"], "2.333333333333333333"], // 7 ÷ 3
  ["average", ["2026-01-02 0", "2026-01-03 0"], "0"],
  ["min", ["2026-01-02 3", "2026-01-03 -7.25", "2026-01-04 0"], "-7.25"],
  ["max", ["2026-01-02 3", "2026-01-03 3.000001", "2026-01-04 -9"], "3.000001"],
  ["latest", ["2026-01-09 5", "2026-01-04 9", "2026-01-09 4"], "4"], // of one instant, the value that arrived last
  ["count_unique", ["2026-01-02 ada", "2026-01-03 bob", "2026-01-04 ada", "2026-01-05 Ada"], "3"],
])("%s of %j is %s (R-MET-1)", (method, events, expected) => {
  expect(measured(method, month("2026-01-01", "2026-02-01"), ...events)).toBe(expected);
});

test.each([
  ["50", "5"], // ceil(0.50 × 10) = 5th
  ["90", "9"],
  ["90.0001", "10"],
  ["99", "10"],
  ["10", "1"],
  ["9.9", "1"],
  ["100", "10"],
])("for 1 to 10, the %s percentile is %s (R-MET-1)", (percentile, expected) => {
  const aggregation: Aggregation = { method: "percentile", field: "ms", percentile: Decimal.of(percentile) };
  const samples = [7, 3, 10, 1, 5, 9, 2, 8, 6, 4].map((value) => ({ at: at("2026-01-02"), value }));
  expect(aggregate(aggregation, samples, month("2026-01-01", "2026-02-01")).quantity.toString()).toBe(expected);
});

test("each group counts its own usage, and a maximum over all groups is not their sum (R-MET-2)", () => {
  const aggregation: Aggregation = { method: "max", field: "peak" };
  const window = month("2026-01-01", "2026-02-01");
  const measurement = startMeasurement({ filters: [], aggregation, groupBy: ["region", "tier"], window });
  const happened: [string, Record<string, string | number>][] = [
    ["2026-01-03", { peak: 40, region: "us", tier: 2 }],
    ["2026-01-04", { peak: 55, region: "eu", tier: 1 }],
    ["2026-01-05", { peak: 35, region: "us", tier: "2" }],
    ["2026-01-06", { peak: 10, region: "eu" }],
    ["2026-02-01", { peak: 99, region: "eu", tier: 1 }], // in the next month
  ];
  for (const [sequence, [day, properties]] of happened.entries()) {
    addEvent(measurement, { at: at(day).epochMilliseconds, sequence, properties });
  }
  const answer = finishMeasurement(measurement);
  if (answer.kind !== "measured") throw new Error(answer.kind);
  expect([answer.quantity.toString(), answer.eventCount, answer.skipped]).toEqual(["55", 4, 0]);
  const groups = answer.groups.map(({ values, quantity, eventCount }) => {
    return `${values["region"]} ${values["tier"] ?? "–"}: ${quantity.toString()} of ${eventCount}`;
  });
  expect(groups).toEqual(["eu 1: 55 of 1", "eu –: 10 of 1", "us 2: 40 of 2"]); // missing values come last
});

test("numbers are grouped by their plain text, and a property may have a name that JavaScript uses (R-MET-2)", () => {
  const texts = (value: string | number | boolean) => groupValuesOf(["n"], { n: value });
  expect([texts(1e21), texts(0.1), texts(5), texts("5"), texts("5.0"), texts(true)]).toEqual([
    ["1000000000000000000000"],
    ["0.1"],
    ["5"],
    ["5"],
    ["5.0"],
    ["true"],
  ]);
  expect(groupValuesOf(["constructor", "n"], {})).toEqual([null, null]);
  const named = namedGroupValues(["__proto__", "n"], ["a", null]);
  expect(Object.entries(named)).toEqual([["__proto__", "a"]]);
});
