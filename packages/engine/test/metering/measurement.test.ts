import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";

import { Decimal } from "../../src/decimal/decimal.ts";
import type { Aggregation, AggregationMethod } from "../../src/metering/aggregation.ts";
import { compareGroupValues } from "../../src/metering/group-by.ts";
import { carryLevel } from "../../src/metering/carry-level.ts";
import { addSample } from "../../src/metering/add-sample.ts";
import { startAggregate } from "../../src/metering/running-aggregate.ts";
import {
  addEvent,
  addPart,
  copyMeasurement,
  finishMeasurement,
  maximumGroups,
  startMeasurement,
  type Measure,
  type Measured,
} from "../../src/metering/measurement.ts";
import type { Properties } from "../../src/metering/property.ts";

const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds;
/** Half-open: from the start of the first day to the start of the second. */
const days = (from: string, to: string) => ({ start: at(`${from}T00:00:00Z`), end: at(`${to}T00:00:00Z`) });
const june = days("2024-06-01", "2024-07-01");

function of(method: Exclude<AggregationMethod, "percentile">, members: Partial<Measure> = {}): Measure {
  const aggregation: Aggregation = method === "count" ? { method, field: null } : { method, field: "n" };
  return { filters: [], aggregation, groupBy: [], window: june, ...members };
}

type Happened = readonly [day: string, properties: Properties];

function outcome(measure: Measure, events: readonly Happened[]) {
  const measurement = startMeasurement(measure);
  events.forEach(([day, properties], sequence) => {
    addEvent(measurement, { at: at(day.includes("T") ? day : `${day}T00:00:00Z`), sequence, properties });
  });
  return finishMeasurement(measurement);
}

function measured(measure: Measure, events: readonly Happened[]): Measured {
  const answer = outcome(measure, events);
  if (answer.kind !== "measured") throw new Error(answer.kind);
  return answer;
}

/** `100 of 2 = region:eu 60 of 1, region:us 40 of 1` */
function summary(measure: Measure, events: readonly Happened[]): string {
  const { quantity, eventCount, groups } = measured(measure, events);
  const parts = groups.map((group) => {
    const values = Object.entries(group.values).map(([name, value]) => `${name}:${value}`);
    return `${values.join("+") || "(none)"} ${group.quantity.toCanonical()} of ${group.eventCount}`;
  });
  const total = `${quantity.toCanonical()} of ${eventCount}`;
  return parts.length === 0 ? total : `${total} = ${parts.join(", ")}`;
}

const byRegion = { groupBy: ["region"] };
const requests: readonly Happened[] = [
  ["2024-06-02", { n: 60, region: "eu" }],
  ["2024-06-03", { n: 40, region: "us" }],
  ["2024-06-04", { n: "0.5", region: "eu" }],
];

test("usage is split by the values of a property, and the total is that of all events (R-MET-2)", () => {
  expect(summary(of("sum"), requests)).toBe("100.5 of 3");
  expect(summary(of("sum", byRegion), requests)).toBe("100.5 of 3 = region:eu 60.5 of 2, region:us 40 of 1");
  expect(summary(of("count", byRegion), requests)).toBe("3 of 3 = region:eu 2 of 2, region:us 1 of 1");
});

test("max, average and count_unique are measured over all events and not summed over the groups (R-MET-1, R-MET-2)", () => {
  expect(summary(of("max", byRegion), requests)).toBe("60 of 3 = region:eu 60 of 2, region:us 40 of 1");
  // 100.5 ÷ 3; 60.5 ÷ 2
  expect(summary(of("average", byRegion), requests)).toBe("33.5 of 3 = region:eu 30.25 of 2, region:us 40 of 1");
  const people: readonly Happened[] = [
    ["2024-06-02", { n: "ada", region: "eu" }],
    ["2024-06-03", { n: "ada", region: "us" }],
    ["2024-06-04", { n: "bob", region: "us" }],
  ];
  // Ada is one person, although she is in both regions.
  expect(summary(of("count_unique", byRegion), people)).toBe("2 of 3 = region:eu 1 of 1, region:us 2 of 2");
  expect(summary(of("latest", byRegion), requests)).toBe("0.5 of 3 = region:eu 0.5 of 2, region:us 40 of 1");
});

test("a percentile is measured for each group and for all events (R-MET-1)", () => {
  const aggregation: Aggregation = { method: "percentile", field: "n", percentile: Decimal.of("50") };
  const events: readonly Happened[] = [1, 2, 3, 10, 20, 30].map((n) => [
    "2024-06-02",
    { n, region: n < 10 ? "eu" : "us" },
  ]);
  expect(summary(of("sum", { aggregation, ...byRegion }), events)).toBe("3 of 6 = region:eu 2 of 3, region:us 20 of 3");
});

test("combinations of several properties are ordered by their values, with missing values last", () => {
  const events: readonly Happened[] = [
    ["2024-06-02", { n: 1, size: "l" }],
    ["2024-06-02", { n: 2, region: "us", size: "s" }],
    ["2024-06-02", { n: 4, region: "us" }],
    ["2024-06-02", { n: 8 }],
    ["2024-06-02", { n: 16, region: "eu", size: "s" }],
    ["2024-06-02", { n: 32, region: "us", size: "l" }],
  ];
  const expected =
    "63 of 6 = region:eu+size:s 16 of 1, region:us+size:l 32 of 1, region:us+size:s 2 of 1, " +
    "region:us 4 of 1, size:l 1 of 1, (none) 8 of 1";
  const measure = of("sum", { groupBy: ["region", "size"] });
  expect(summary(measure, events)).toBe(expected);
  expect(summary(measure, events.toReversed())).toBe(expected);
});

test("combinations are ordered by their first different value, and equal ones compare as equal", () => {
  expect(compareGroupValues(["eu", "l"], ["eu", "s"])).toBe(-1);
  expect(compareGroupValues(["us", "l"], ["eu", "s"])).toBe(1);
  expect(compareGroupValues(["eu", null], ["eu", "s"])).toBe(1);
  expect(compareGroupValues(["eu", ""], ["eu", null])).toBe(-1);
  expect(compareGroupValues(["eu", null], ["eu", null])).toBe(0);
});

test("booleans and numbers are grouped by their plain text, so that each value is one group", () => {
  const values = [true, "true", 5, "5", "5.0", 0.1, 1e21, "1000000000000000000000", 1e-7, "", -0, 0];
  const events = values.map((v): Happened => ["2024-06-02", { v }]);
  const { groups } = measured(of("count", { groupBy: ["v"] }), events);
  expect(groups.map((group) => `${group.values["v"]} ${group.eventCount}`)).toEqual([
    " 1", // The empty text is a value.
    "0 2",
    "0.0000001 1",
    "0.1 1",
    "1000000000000000000000 2",
    "5 2",
    "5.0 1", // A text stays as it was sent, such as a version.
    "true 2",
  ]);
});

test("a property may have any name, and the text null is not a missing property", () => {
  const named = JSON.parse('{"__proto__":"a","constructor":"b"}') as Properties;
  const { groups } = measured(of("count", { groupBy: ["__proto__", "constructor"] }), [
    ["2024-06-02", named],
    ["2024-06-02", {}],
    ["2024-06-02", { constructor: "null" }],
  ]);
  expect(groups.map(({ values }) => JSON.stringify(values))).toEqual([
    '{"__proto__":"a","constructor":"b"}',
    '{"constructor":"null"}',
    "{}",
  ]);
});

test("a filtered event, one outside the period and one without a number create no group", () => {
  const filters = [{ operator: "and" as const, filters: [{ field: "ok", operator: "equal" as const, value: true }] }];
  const events: readonly Happened[] = [
    ["2024-06-02", { n: 1, ok: true, region: "eu" }],
    ["2024-06-02", { n: 1, ok: false, region: "filtered" }],
    ["2024-06-02", { ok: true, region: "without" }],
    ["2024-06-02", { n: "many", ok: true, region: "text" }],
    ["2024-05-31", { n: 1, ok: true, region: "before" }],
    ["2024-07-01", { n: 1, ok: true, region: "after" }],
  ];
  const measure = of("sum", { filters, ...byRegion });
  expect(summary(measure, events)).toBe("1 of 1 = region:eu 1 of 1");
  expect(measured(measure, events).skipped).toBe(2);
});

test("without events there are no groups, and no first and last event", () => {
  const nothing = measured(of("sum", byRegion), []);
  expect(nothing).toMatchObject({ eventCount: 0, skipped: 0, firstAt: null, lastAt: null, groups: [] });
  expect(nothing.quantity.isZero()).toBe(true);
});

test("the first and the last counted event are known in any order of arrival", () => {
  const { firstAt, lastAt } = measured(of("sum"), [
    ["2024-06-15T10:00:00.001Z", { n: 1 }],
    ["2024-06-02T10:00:00Z", { n: 1 }],
    ["2024-06-30T23:59:59.999Z", { n: 1 }],
    ["2024-06-01", { n: "none" }],
  ]);
  expect([firstAt, lastAt]).toEqual(["2024-06-02T10:00:00Z", "2024-06-30T23:59:59.999Z"].map(Date.parse));
});

/** Paused from June 11 to June 20: 10 of 30 days. */
const paused = { window: { ...june, except: [days("2024-06-11", "2024-06-21")] } };

test("no aggregation counts events in a gap, which includes its start but not its end (R-SUB-6)", () => {
  const events: readonly Happened[] = [
    ["2024-06-10T23:59:59.999Z", { n: 1 }],
    ["2024-06-11", { n: 200 }],
    ["2024-06-20T23:59:59.999Z", { n: -100 }],
    ["2024-06-20", { n: "many" }],
    ["2024-06-21", { n: 4 }],
  ];
  const value = (method: Exclude<AggregationMethod, "percentile">) => summary(of(method, paused), events);
  expect(value("count")).toBe("2 of 2");
  expect(value("sum")).toBe("5 of 2");
  expect(value("average")).toBe("2.5 of 2");
  expect(value("min")).toBe("1 of 2");
  expect(value("max")).toBe("4 of 2");
  expect(value("count_unique")).toBe("2 of 2");
  expect(value("latest")).toBe("4 of 2");
  const aggregation: Aggregation = { method: "percentile", field: "n", percentile: Decimal.of("100") };
  expect(summary(of("sum", { aggregation, ...paused }), events)).toBe("4 of 2");
  const { skipped, firstAt, lastAt } = measured(of("sum", paused), events);
  expect(skipped).toBe(0);
  expect([firstAt, lastAt]).toEqual(["2024-06-10T23:59:59.999Z", "2024-06-21T00:00:00Z"].map(Date.parse));
});

test("weighted_sum: a level of 100 with half of the period paused is 50 (R-MET-1, R-SUB-6)", () => {
  const half = { window: { ...june, except: [days("2024-06-05", "2024-06-20")] } }; // 15 of 30 days
  expect(summary(of("weighted_sum", half), [["2024-05-20", { n: 100 }]])).toBe("50 of 0"); // 100 × 15/30
  const all = { window: { ...june, except: [days("2024-05-01", "2024-08-01")] } };
  expect(summary(of("weighted_sum", all), [["2024-05-20", { n: 100 }]])).toBe("0 of 0");
});

test("weighted_sum: an event in a gap moves the level from the end of the gap and is not counted (R-MET-1)", () => {
  const events: readonly Happened[] = [
    ["2024-05-20", { n: 60 }],
    ["2024-06-06", { n: 30 }],
    ["2024-06-15", { n: -15 }],
  ];
  // 60 × 20/30 + 30 × 15/30 (5 days before the gap, 10 after it) − 15 × 10/30 = 40 + 15 − 5
  expect(summary(of("weighted_sum", paused), events)).toBe("50 of 1");
  // 60 + 30 × 25/30 − 15 × 16/30 = 60 + 25 − 8
  expect(summary(of("weighted_sum"), events)).toBe("77 of 2");
  // An event without a number changes nothing at any time.
  const idle: readonly Happened[] = [...events, ["2024-06-15", {}], ["2024-06-15", { n: "x" }], ["2024-05-20", {}]];
  expect(summary(of("weighted_sum", paused), idle)).toBe("50 of 1");
  expect(measured(of("weighted_sum", paused), idle).skipped).toBe(0);
});

test("weighted_sum: several gaps, some across the bounds of the period (R-MET-1)", () => {
  const except = [days("2024-05-25", "2024-06-04"), days("2024-06-10", "2024-06-13"), days("2024-06-28", "2024-07-09")];
  const measure = of("weighted_sum", { window: { ...june, except } });
  // 3 + 3 + 3 of 30 days are left out.
  expect(summary(measure, [["2024-05-26", { n: 300 }]])).toBe("210 of 0"); // 300 × 21/30
  expect(summary(measure, [["2024-06-11", { n: 300 }]])).toBe("150 of 0"); // from the 13th: 300 × 15/30
  expect(summary(measure, [["2024-06-19", { n: 300 }]])).toBe("90 of 1"); // 300 × 9/30
  expect(summary(measure, [["2024-06-29", { n: 300 }]])).toBe("0 of 0");
  expect(summary(measure, [["2024-07-01", { n: 300 }]])).toBe("0 of 0");
});

test("weighted_sum: each group carries in its own level, and a group without a level is left out (R-MET-1, R-MET-2)", () => {
  const events: readonly Happened[] = [
    ["2024-04-01", { n: 90, region: "eu" }],
    ["2024-05-01", { n: -30, region: "eu" }],
    ["2024-05-01", { n: 10, region: "gone" }],
    ["2024-05-02", { n: -10, region: "gone" }],
    ["2024-06-16", { n: 40, region: "us" }],
    ["2024-06-16", { n: 1, region: "back" }],
    ["2024-06-16", { n: -1, region: "back" }],
  ];
  const expected = "80 of 3 = region:back 0 of 2, region:eu 60 of 0, region:us 20 of 1"; // 40 × 15/30
  expect(summary(of("weighted_sum", byRegion), events)).toBe(expected);
  expect(summary(of("weighted_sum", { ...byRegion, ...paused }), events)).toBe(
    // 60 × 20/30 = 40; the event on the 16th, in the gap, counts from the 21st: 40 × 10/30
    "53.333333333333333333 of 0 = region:eu 40 of 0, region:us 13.333333333333333333 of 0",
  );
});

test("weighted_sum: between adjacent gaps, nothing counts", () => {
  const except = [days("2024-06-01", "2024-06-11"), days("2024-06-11", "2024-06-21")];
  const measure = of("weighted_sum", { window: { ...june, except } });
  expect(summary(measure, [["2024-06-05", { n: 3 }]])).toBe("1 of 0"); // 3 × 10/30
  expect(summary(of("count", { window: { ...june, except } }), [["2024-06-11", {}]])).toBe("0 of 0");
});

test("throws if gaps overlap or end before they start", () => {
  const overlapping = [days("2024-06-05", "2024-06-11"), days("2024-06-10", "2024-06-21")];
  expect(() => startMeasurement(of("count", { window: { ...june, except: overlapping } }))).toThrow("ascending");
  const backwards = [days("2024-06-11", "2024-06-05")];
  expect(() => startMeasurement(of("count", { window: { ...june, except: backwards } }))).toThrow("ascending");
});

test("refuses more combinations than a measurement can hold, and stores no more", () => {
  const events = (count: number) =>
    Array.from({ length: count }, (_, request): Happened => ["2024-06-02", { n: 1, request }]);
  const measure = of("sum", { groupBy: ["request"] });
  expect(measured(measure, events(maximumGroups)).groups).toHaveLength(10_000);
  expect(outcome(measure, events(maximumGroups + 1))).toEqual({ kind: "too_many_groups", limit: 10_000 });
  expect(outcome(measure, events(maximumGroups + 7))).toEqual({ kind: "too_many_groups", limit: 10_000 });
  expect(summary(of("sum"), events(maximumGroups + 1))).toBe("10001 of 10001");
  // Events that are not counted take no space.
  const worthless = events(maximumGroups + 1).map(([day, { request }]): Happened => [
    day,
    { n: "x", request: request! },
  ]);
  expect(summary(measure, [...worthless, ["2024-06-02", { n: 1, request: 1 }]])).toBe("1 of 1 = request:1 1 of 1");
});

/** A stored sum of some events: `values` at the start of their days. */
function part(
  measure: Measure,
  groupValues: readonly string[],
  happened: readonly (readonly [day: string, n: number])[],
) {
  const times = happened.map(([day]) => at(`${day}T00:00:00Z`));
  let aggregate = startAggregate(measure.aggregation);
  for (const [index, [, n]] of happened.entries()) {
    aggregate = addSample(aggregate, { at: times[index] ?? 0, sequence: index, value: n });
  }
  const [firstAt = null] = times;
  return { groupValues, aggregate, firstAt, lastAt: times.at(-1) ?? null };
}

test("stored parts replace their events, by group and in total (R-EVT-8)", () => {
  const measure = of("sum", { groupBy: ["region"] });
  const measurement = startMeasurement(measure);
  addPart(
    measurement,
    part(
      measure,
      ["eu"],
      [
        ["2024-06-02", 5],
        ["2024-06-04", 6],
      ],
    ),
  );
  addPart(measurement, part(measure, ["us"], [["2024-06-03", 7]]));
  addPart(measurement, part(measure, ["eu"], []));
  addEvent(measurement, { at: at("2024-06-09T00:00:00Z"), sequence: 9, properties: { n: 1, region: "eu" } });
  const answer = finishMeasurement(measurement);
  if (answer.kind !== "measured") throw new Error(answer.kind);
  expect(answer.quantity.toCanonical()).toBe("19"); // 5 + 6 + 7 + 1
  expect(
    answer.groups.map((group) => [group.values["region"], group.quantity.toCanonical(), group.eventCount]),
  ).toEqual([
    ["eu", "12", 3],
    ["us", "7", 1],
  ]);
  expect([answer.firstAt, answer.lastAt]).toEqual(["2024-06-02T00:00:00Z", "2024-06-09T00:00:00Z"].map(Date.parse));
});

test("parts without groups create no groups", () => {
  const measure = of("max");
  const measurement = startMeasurement(measure);
  addPart(measurement, part(measure, [], [["2024-06-02", 5]]));
  addPart(measurement, part(measure, [], [["2024-06-03", 4]]));
  expect(finishMeasurement(measurement)).toMatchObject({ eventCount: 2, groups: [] });
});

test("refuses a part with one combination too many, and later parts change nothing", () => {
  const measure = of("count", { groupBy: ["id"] });
  const measurement = startMeasurement(measure);
  for (let id = 0; id <= maximumGroups + 1; id += 1) addPart(measurement, part(measure, [String(id)], []));
  expect(finishMeasurement(measurement)).toEqual({ kind: "too_many_groups", limit: maximumGroups });
});

test("only a weighted_sum carries a level, only forwards, and a measurement with too many groups stays that way", () => {
  const july = days("2024-07-01", "2024-08-01");
  const level = (window: Measure["window"]) => startMeasurement(of("weighted_sum", { window, groupBy: ["id"] }));
  expect(() => carryLevel(level(july), level(june))).toThrow("a level is carried forwards");
  const sum = (window: Measure["window"]) => startMeasurement(of("sum", { window }));
  expect(() => carryLevel(sum(june), sum(july))).toThrow("only a weighted_sum carries a level");

  const [before, after] = [level(june), level(july)];
  for (let id = 0; id <= maximumGroups; id += 1) {
    addEvent(before, { at: at("2024-06-03T00:00:00Z"), sequence: id, properties: { n: 1, id } });
  }
  carryLevel(before, after);
  expect(finishMeasurement(after)).toEqual({ kind: "too_many_groups", limit: maximumGroups });
});

test("a level is carried in total and by group: 10 since June 16 are 5 in June and 10 in July (R-MET-1)", () => {
  for (const groupBy of [[], ["region"]]) {
    const level = (window: Measure["window"]) => startMeasurement(of("weighted_sum", { window, groupBy }));
    const [before, after] = [level(june), level(days("2024-07-01", "2024-08-01"))];
    addEvent(before, { at: at("2024-06-16T00:00:00Z"), sequence: 1, properties: { n: 10, region: "eu" } });
    carryLevel(before, after);
    const quantities = [before, after].map((measurement) => {
      const answer = finishMeasurement(measurement);
      if (answer.kind !== "measured") throw new Error(answer.kind);
      return [answer.quantity, ...answer.groups.map(({ quantity }) => quantity)].map((one) => one.toCanonical());
    });
    const ofEach = groupBy.length + 1;
    expect(quantities).toEqual([Array(ofEach).fill("5"), Array(ofEach).fill("10")]); // 10 × 15/30, 10 × 31/31
  }
});

test("a copy counts on without its original, with and without groups", () => {
  const original = startMeasurement(of("sum", byRegion));
  const event = (n: number, region: string) => ({ at: june.start, sequence: n, properties: { n, region } });
  addEvent(original, event(1, "eu"));
  const copy = copyMeasurement(original);
  addEvent(copy, event(2, "eu"));
  addEvent(copy, event(4, "us"));
  const [of1, of2] = [original, copy].map((one) => finishMeasurement(one) as Measured);
  expect([of1?.quantity.toCanonical(), of2?.quantity.toCanonical()]).toEqual(["1", "7"]);
  expect([of1, of2].map((one) => one?.groups.map(({ quantity }) => quantity.toCanonical()))).toEqual([
    ["1"],
    ["3", "4"],
  ]);
  const tooMany = { ...original, groups: null };
  expect(finishMeasurement(copyMeasurement(tooMany))).toMatchObject({ kind: "too_many_groups" });
});
