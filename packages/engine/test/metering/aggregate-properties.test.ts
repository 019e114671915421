import { Decimal as Oracle } from "decimal.js";
import fc from "fast-check";
import { expect, test } from "vitest";

import { Decimal } from "../../src/decimal/decimal.ts";
import { addSample } from "../../src/metering/add-sample.ts";
import { aggregate } from "../../src/metering/aggregate.ts";
import { aggregationMethods, type Aggregation } from "../../src/metering/aggregation.ts";
import { finishAggregate } from "../../src/metering/finish-aggregate.ts";
import { mergeAggregates } from "../../src/metering/merge-aggregates.ts";
import { startAggregate, type RunningAggregate } from "../../src/metering/running-aggregate.ts";
import type { Sample } from "../../src/metering/sample.ts";

Oracle.set({ precision: 200 });

const hour = 3_600_000;
const window = { start: 0, end: 744 * hour, carriedIn: Decimal.of("12.5") };

const aggregations: Aggregation[] = aggregationMethods.map((method) => {
  if (method === "count") return { method, field: null };
  if (method === "percentile") return { method, field: "value", percentile: Decimal.of("95") };
  return { method, field: "value" };
});
const anyAggregation = fc.constantFrom(...aggregations);

const sample: fc.Arbitrary<Sample> = fc.record({
  // Only a few instants, so that ties are common.
  at: fc.integer({ min: 0, max: 743 }).map((hours) => hours * hour),
  value: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: -5_000, max: 5_000 }).map((units) => `${units}e-2`) },
    { weight: 2, arbitrary: fc.integer({ min: -9, max: 9 }) },
    { weight: 1, arbitrary: fc.constantFrom("x", "", true, undefined) },
  ),
  sequence: fc.integer({ min: 0, max: 3 }),
});
const sampleList = fc.array(sample, { maxLength: 40 });

/** The result in a form where equal values are equal texts. */
function finished(running: RunningAggregate): unknown {
  const { quantity, eventCount, skipped, levelAtEnd } = finishAggregate(running, window);
  return [quantity.toCanonical(), eventCount.toCanonical(), skipped, levelAtEnd?.toCanonical()];
}

function folded(aggregation: Aggregation, samples: readonly Sample[]): RunningAggregate {
  return samples.reduce(addSample, startAggregate(aggregation));
}

test("the order of events does not matter", () => {
  fc.assert(
    fc.property(anyAggregation, sampleList, fc.func(fc.integer()), (aggregation, samples, keyOf) => {
      const shuffled = samples.toSorted((a, b) => keyOf(a) - keyOf(b));
      expect(finished(folded(aggregation, shuffled))).toEqual(finished(folded(aggregation, samples)));
      expect(finished(folded(aggregation, samples.toReversed()))).toEqual(finished(folded(aggregation, samples)));
    }),
  );
});

test("merged parts equal the whole, in any grouping (R-EVT-8)", () => {
  fc.assert(
    fc.property(anyAggregation, sampleList, sampleList, sampleList, (aggregation, first, second, third) => {
      const whole = finished(folded(aggregation, [...first, ...second, ...third]));
      const part = (samples: Sample[]) => folded(aggregation, samples);
      const leftFirst = mergeAggregates(mergeAggregates(part(first), part(second)), part(third));
      const rightFirst = mergeAggregates(part(first), mergeAggregates(part(second), part(third)));
      const reversed = mergeAggregates(part(third), mergeAggregates(part(second), part(first)));
      expect([leftFirst, rightFirst, reversed].map(finished)).toEqual([whole, whole, whole]);
    }),
  );
});

test("merging leaves both parts unchanged", () => {
  fc.assert(
    fc.property(anyAggregation, sampleList, sampleList, (aggregation, first, second) => {
      const [a, b] = [folded(aggregation, first), folded(aggregation, second)];
      const before = [finished(a), finished(b)];
      mergeAggregates(a, b);
      expect([finished(a), finished(b)]).toEqual(before);
    }),
  );
});

test("sum, average, min, max and weighted_sum match decimal.js", () => {
  const timed = fc.tuple(fc.integer({ min: 0, max: 743 }), fc.integer({ min: -5_000, max: 5_000 }));
  fc.assert(
    fc.property(fc.array(timed, { minLength: 1, maxLength: 30 }), (list) => {
      const samples = list.map(([hours, units]) => ({ at: hours * hour, value: `${units}e-2` }));
      const values = list.map(([, units]) => new Oracle(units).dividedBy(100));
      const of = (method: "sum" | "average" | "min" | "max" | "weighted_sum") =>
        aggregate({ method, field: "value" }, samples, window).quantity.toCanonical();
      const mean = (total: Oracle, count: number) =>
        total.dividedBy(count).toDecimalPlaces(18, Oracle.ROUND_HALF_UP).plus(0).toFixed();
      const sum = Oracle.sum(...values);
      expect(of("sum")).toBe(sum.plus(0).toFixed());
      expect(of("average")).toBe(mean(sum, values.length));
      expect(of("min")).toBe(
        Oracle.min(...values)
          .plus(0)
          .toFixed(),
      );
      expect(of("max")).toBe(
        Oracle.max(...values)
          .plus(0)
          .toFixed(),
      );
      const levels = list.map(([hours], position) => values[position]!.times(744 - hours));
      expect(of("weighted_sum")).toBe(mean(Oracle.sum(...levels, new Oracle("12.5").times(744)), 744));
    }),
  );
});

test("percentile: at least that share of the events does not exceed it, and no smaller value qualifies", () => {
  const values = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(values, fc.integer({ min: 1, max: 100 }), (list, percent) => {
      const aggregation: Aggregation = {
        method: "percentile",
        field: "value",
        percentile: Decimal.ofInteger(percent),
      };
      const samples = list.map((value) => ({ at: 0, value }));
      const found = Number(aggregate(aggregation, samples, window).quantity.toString());
      const share = (limit: number) => list.filter((value) => value <= limit).length * 100;
      expect(share(found)).toBeGreaterThanOrEqual(percent * list.length);
      expect(share(found - 1)).toBeLessThan(percent * list.length);
    }),
  );
});
