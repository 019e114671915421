import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";

import { Decimal } from "../../src/decimal/decimal.ts";
import { addSample } from "../../src/metering/add-sample.ts";
import { aggregate } from "../../src/metering/aggregate.ts";
import type { Aggregation, AggregationMethod } from "../../src/metering/aggregation.ts";
import { finishAggregate, type Aggregated } from "../../src/metering/finish-aggregate.ts";
import { mergeAggregates } from "../../src/metering/merge-aggregates.ts";
import type { PropertyValue } from "../../src/metering/property.ts";
import { type RunningAggregate, startAggregate } from "../../src/metering/running-aggregate.ts";
import { sampleOf, type Sample, type Window } from "../../src/metering/sample.ts";

const at = (text: string) => Temporal.Instant.from(text);
const january: Window = { start: at("2024-01-01T00:00:00Z"), end: at("2024-02-01T00:00:00Z") };

function aggregation(method: Exclude<AggregationMethod, "percentile">): Aggregation {
  return method === "count" ? { method, field: null } : { method, field: "value" };
}

const percentile = (value: string): Aggregation => ({
  method: "percentile",
  field: "value",
  percentile: Decimal.of(value),
});

/** Samples one minute apart, from the start of the window. */
function samples(...values: (PropertyValue | undefined)[]): Sample[] {
  return values.map((value, minute) => ({ at: at("2024-01-01T00:00:00Z").add({ minutes: minute }), value }));
}

function measured(method: Exclude<AggregationMethod, "percentile">, ...values: (PropertyValue | undefined)[]): string {
  return aggregate(aggregation(method), samples(...values), january).quantity.toCanonical();
}

function summary({ quantity, eventCount, skipped }: Aggregated): string {
  return `${quantity.toCanonical()} of ${eventCount.toString()}, ${skipped} skipped`;
}

test("count counts events, regardless of their properties (R-MET-1)", () => {
  expect(measured("count", 5, "x", undefined, true)).toBe("4");
});

test("sum is exact: 0.1 and 0.2 are 0.3 (R-MET-1)", () => {
  expect(measured("sum", 0.1, 0.2)).toBe("0.3");
  expect(measured("sum", "0.1", "1e2", -3, "123456789012345678901234567890")).toBe("123456789012345678901234567987.1");
});

test("average is the mean at 18 decimals, half away from zero (R-MET-1)", () => {
  expect(measured("average", 1, 2, 2)).toBe("1.666666666666666667"); // 5 / 3
  expect(measured("average", -1, -2, -2)).toBe("-1.666666666666666667");
  expect(measured("average", "0.10", "0.30")).toBe("0.2");
  // Half of the last decimal is rounded away from zero: 1e-18 ÷ 2, and 3e-18 ÷ 2.
  expect(measured("average", "1e-18", 0)).toBe("0.000000000000000001");
  expect(measured("average", "-1e-18", 0)).toBe("-0.000000000000000001");
  expect(measured("average", "3e-18", 0)).toBe("0.000000000000000002");
  expect(measured("average", "1e-18", 0, 0)).toBe("0"); // a third is less than a half
});

test("min and max compare decimals, not text (R-MET-1)", () => {
  expect(measured("min", "10", 9, "9.5")).toBe("9");
  expect(measured("max", "10", 9, "9.5")).toBe("10");
  expect(measured("max", -3, "-2.50")).toBe("-2.5");
});

test("count_unique compares values by their text (R-MET-1)", () => {
  expect(measured("count_unique", "a", "b", "a", 5, "5", true, "true")).toBe("4"); // a, b, 5, true
});

test("latest is the value of the last event, in any order of arrival (R-MET-1)", () => {
  const [first, second, third] = samples(1, 7, 3);
  for (const order of [
    [first!, second!, third!],
    [third!, first!, second!],
  ]) {
    expect(aggregate(aggregation("latest"), order, january).quantity.toString()).toBe("3");
  }
});

test("of events at the same instant, latest takes the one with the higher ingestion sequence, then the larger value", () => {
  const time = Number(at("2024-01-05T00:00:00Z").epochMilliseconds);
  const latest = (...list: Sample[]) => aggregate(aggregation("latest"), list, january).quantity.toString();
  const [early, late] = [
    { at: time, value: 9, sequence: 1 },
    { at: time, value: 4, sequence: 2 },
  ];
  expect([latest(early, late), latest(late, early)]).toEqual(["4", "4"]);
  const [small, large] = [
    { at: time, value: 4 },
    { at: time, value: 9 },
  ];
  expect([latest(small, large), latest(large, small)]).toEqual(["9", "9"]);
});

test("weighted_sum: 2,500 added on day 5 of a 31-day month is 2,500 × 27/31 (R-MET-1)", () => {
  const added = [{ at: at("2024-01-05T00:00:00Z"), value: 2_500 }];
  const result = aggregate(aggregation("weighted_sum"), added, january);
  expect(result.quantity.toString()).toBe("2177.419354838709677419"); // 67,500 / 31
  expect(result.levelAtEnd?.toString()).toBe("2500");
});

test("weighted_sum: a day without time, after a move across the date line, measures nothing (R-MET-1, R-TIME-3)", () => {
  // March 1 begins at 11:00 UTC in Pago Pago and ends at 10:00 UTC in Kiritimati.
  const swallowed: Window = {
    start: at("2012-03-01T11:00:00Z"),
    end: at("2012-03-01T10:00:00Z"),
    carriedIn: Decimal.of("2500"),
  };
  const result = aggregate(aggregation("weighted_sum"), [], swallowed);
  expect([result.quantity.toCanonical(), result.levelAtEnd?.toString()]).toEqual(["0", "2500"]);
});

test("weighted_sum: the level is carried over between periods, and an event may lower it (R-MET-1)", () => {
  const february: Window = {
    start: at("2024-02-01T00:00:00Z"),
    end: at("2024-03-01T00:00:00Z"),
    carriedIn: Decimal.of("2500"),
  };
  const idle = aggregate(aggregation("weighted_sum"), [], february);
  expect([idle.quantity.toCanonical(), idle.levelAtEnd?.toString()]).toEqual(["2500", "2500"]);
  const lowered = [{ at: at("2024-02-15T12:00:00Z"), value: -1_000 }];
  const result = aggregate(aggregation("weighted_sum"), lowered, february);
  expect(result.quantity.toCanonical()).toBe("2000"); // 2,500 − 1,000 × 14.5/29
  expect(result.levelAtEnd?.toString()).toBe("1500");
});

test("weighted_sum: a mean at 18 decimals, half away from zero (R-MET-1)", () => {
  const half = { start: at("2024-01-01T00:00:00Z"), end: at("2024-01-03T00:00:00Z") };
  const mean = (value: string) =>
    aggregate(aggregation("weighted_sum"), [{ at: at("2024-01-02T00:00:00Z"), value }], half).quantity.toCanonical();
  expect([mean("1e-18"), mean("-1e-18")]).toEqual(["0.000000000000000001", "-0.000000000000000001"]); // 1e-18 × 1/2
});

test("weighted_sum: the level carried in has no weight in a gap, and is carried on (R-MET-1)", () => {
  // Two days of 31 are left out. 310 × 29/31 + 31 × 10/31, from January 20 at midnight; 2 of those 12 days are a gap.
  const window: Window = {
    ...january,
    carriedIn: Decimal.of("310"),
    except: [{ start: at("2024-01-25T00:00:00Z"), end: at("2024-01-27T00:00:00Z") }],
  };
  const result = aggregate(aggregation("weighted_sum"), [{ at: at("2024-01-20T00:00:00Z"), value: 31 }], window);
  expect([result.quantity.toCanonical(), result.levelAtEnd?.toString()]).toEqual(["300", "341"]); // 290 + 10
  expect(aggregate(aggregation("count"), samples(1, 2, 3), { ...january, except: [january] }).quantity.isZero()).toBe(
    true,
  );
});

test("weighted_sum: parts of a period that are averaged over the period add up to the whole (R-MET-1)", () => {
  const cut = at("2024-01-11T00:00:00Z");
  const carriedIn = Decimal.of("62");
  const before = { start: january.start, end: cut, carriedIn, meanOver: january };
  const added = [{ at: at("2024-01-21T00:00:00Z"), value: 31 }];
  const first = aggregate(aggregation("weighted_sum"), [], before);
  const second = aggregate(aggregation("weighted_sum"), added, { ...before, start: cut, end: january.end });
  expect([first, second].map(({ quantity }) => quantity.toCanonical())).toEqual(["20", "53"]); // 62 × 10/31; 62 × 21/31 + 31 × 11/31
  expect(aggregate(aggregation("weighted_sum"), added, { ...january, carriedIn }).quantity.toCanonical()).toBe("73");
  const swallowed = { start: cut, end: cut };
  expect(aggregate(aggregation("weighted_sum"), [], { ...before, meanOver: swallowed }).quantity.isZero()).toBe(true);
});

test("weighted_sum weighs by time, so a day of 23 hours weighs less", () => {
  // Berlin, 2024-03-31: 23 hours. Half of the window is after 10:30 UTC.
  const window = { start: at("2024-03-30T23:00:00Z"), end: at("2024-03-31T22:00:00Z") };
  const result = aggregate(aggregation("weighted_sum"), [{ at: at("2024-03-31T10:30:00Z"), value: 10 }], window);
  expect(result.quantity.toCanonical()).toBe("5"); // 10 × 11.5/23
});

test("percentile is the nearest rank, so always a measured value (R-MET-1)", () => {
  const values = samples(...Array.from({ length: 20 }, (_, position) => 20 - position)); // 20 … 1
  const at95 = (value: string) => aggregate(percentile(value), values, january).quantity.toString();
  expect(at95("95")).toBe("19"); // ceil(0.95 × 20) = 19th
  expect(at95("95.1")).toBe("20");
  expect(at95("50")).toBe("10");
  expect(at95("100")).toBe("20");
  expect(at95("0.1")).toBe("1");
});

test("without events every aggregation is 0 (R-MET-1)", () => {
  const methods = ["count", "sum", "average", "min", "max", "count_unique", "latest", "weighted_sum"] as const;
  for (const method of methods) expect(measured(method), method).toBe("0");
  expect(aggregate(percentile("95"), [], january).quantity.toString()).toBe("0");
  expect(aggregate(aggregation("sum"), [], january)).toMatchObject({ skipped: 0, levelAtEnd: null });
});

test("skips and reports an event whose property is missing or not a number", () => {
  const mixed = samples(2, undefined, "four", true, "4", "");
  const result = (method: "sum" | "average" | "min" | "count_unique" | "count") =>
    summary(aggregate(aggregation(method), mixed, january));
  expect(result("sum")).toBe("6 of 2, 4 skipped");
  expect(result("average")).toBe("3 of 2, 4 skipped");
  expect(result("min")).toBe("2 of 2, 4 skipped");
  expect(result("count_unique")).toBe("5 of 5, 1 skipped"); // 2, four, true, 4 and the empty text
  expect(result("count")).toBe("6 of 6, 0 skipped");
  expect(summary(aggregate(aggregation("sum"), samples("x"), january))).toBe("0 of 0, 1 skipped");
});

test("a sample is the event's field, and empty for count", () => {
  const event = { at: 0, properties: { value: "7", other: "x" } };
  expect(sampleOf(aggregation("sum"), event)).toEqual({ at: 0, value: "7" });
  expect(sampleOf(aggregation("count"), event)).toEqual({ at: 0, value: undefined });
  expect(sampleOf(aggregation("sum"), { at: 0, properties: {} })).toEqual({ at: 0, value: undefined });
});

test("the window is half-open, and a sample outside it throws", () => {
  const one = (text: string) => aggregate(aggregation("count"), [{ at: at(text), value: 1 }], january).quantity;
  expect(one("2024-01-01T00:00:00Z").toString()).toBe("1");
  expect(one("2024-01-31T23:59:59.999Z").toString()).toBe("1");
  expect(() => one("2024-02-01T00:00:00Z")).toThrow("outside the window");
  expect(() => one("2023-12-31T23:59:59.999Z")).toThrow("outside the window");
});

test("parts merge to the whole in either order, even if one is empty (R-MET-1)", () => {
  const methods = ["count", "sum", "average", "min", "max", "count_unique", "latest", "weighted_sum"] as const;
  const [first, second, third] = samples(4, 9, 5);
  for (const one of [...methods.map(aggregation), percentile("50")]) {
    const of = (...parts: (Sample | undefined)[]) =>
      parts.reduce(
        (running, sample) => (sample === undefined ? running : addSample(running, sample)),
        startAggregate(one),
      );
    const whole = finishAggregate(of(first, second, third), january).quantity.toCanonical();
    const splits = [
      [of(first, second, third), of()],
      [of(), of(first, second, third)],
      [of(first, third), of(second)],
      [of(second), of(first, third)],
    ] as const;
    const merged = splits.map(([a, b]) => finishAggregate(mergeAggregates(a, b), january).quantity.toCanonical());
    expect([one.method, ...merged]).toEqual([one.method, whole, whole, whole, whole]);
  }
});

test("only aggregates of the same aggregation can merge", () => {
  const sum = startAggregate(aggregation("sum"));
  expect(() => mergeAggregates(sum, startAggregate(aggregation("max")))).toThrow("cannot merge a max into a sum");
  const [p95, p99] = [startAggregate(percentile("95")), startAggregate(percentile("99"))];
  expect(() => mergeAggregates(p95, p99)).toThrow("only the same percentile merges");
});

test("different values that are only counted cannot merge, because they may be the same", () => {
  const none = startAggregate(aggregation("count_unique"));
  const counted = { ...none, further: 1 } as RunningAggregate;
  expect(() => mergeAggregates(counted, none)).toThrow("cannot be compared");
  expect(() => mergeAggregates(none, counted)).toThrow("cannot be compared");
});

test("throws on an unknown method", () => {
  const unknown = { method: "median", field: "value", eventCount: 0, skipped: 0 } as never;
  expect(() => startAggregate(unknown)).toThrow("no case for");
  expect(() => addSample(unknown, { at: 0, value: 1 })).toThrow("no case for");
  expect(() => mergeAggregates(unknown, unknown)).toThrow("no case for");
  expect(() => finishAggregate(unknown, january)).toThrow("no case for");
});
