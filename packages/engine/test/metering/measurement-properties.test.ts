import { Decimal as Oracle } from "decimal.js";
import fc from "fast-check";
import { expect, test } from "vitest";

import { Decimal } from "../../src/decimal/decimal.ts";
import { aggregationMethods, type Aggregation, type AggregationMethod } from "../../src/metering/aggregation.ts";
import { aggregate } from "../../src/metering/aggregate.ts";
import { carryLevel } from "../../src/metering/carry-level.ts";
import {
  addAlikeEvents,
  addCountedValues,
  addEvent,
  finishMeasurement,
  ignoresTimes,
  knownValues,
  maximumGroups,
  startMeasurement,
  type MeasuredEvent,
  type Measurement,
} from "../../src/metering/measurement.ts";
import type { MetricDefinition } from "../../src/metering/metric-definition.ts";

Oracle.set({ precision: 200 });

/**
 * A naive second implementation. Time is a list of hours, the window is the hours 0 to 47, and a `weighted_sum` adds up
 * the level in each hour that counts.
 */
const hour = 3_600_000;
const hours = 48;

interface Happened {
  readonly hour: number;
  /** Hundredths; null: the event has no such property. */
  readonly units: number | null;
  readonly region: string | null;
  readonly size: number | null;
}

const happened: fc.Arbitrary<Happened> = fc.record({
  hour: fc.integer({ min: -20, max: hours + 5 }),
  units: fc.option(fc.integer({ min: -999, max: 999 }), { freq: 9 }),
  region: fc.option(fc.constantFrom("eu", "us", "")),
  size: fc.option(fc.constantFrom(1, 2)),
});
const history = fc.array(happened, { maxLength: 40 });

/** Ascending, without overlaps, sometimes adjacent, and sometimes across the bounds of the window. */
const gaps = fc
  .uniqueArray(fc.integer({ min: -10, max: hours + 10 }), { maxLength: 6 })
  .map((edges) => edges.toSorted((a, b) => a - b))
  .map((edges) =>
    edges.flatMap((start, index) => (index % 2 === 0 ? [{ start, end: edges[index + 1] ?? start }] : [])),
  );
type Gaps = readonly { readonly start: number; readonly end: number }[];

const anyMethod = fc.constantFrom(...aggregationMethods);
const groupings = fc.constantFrom<readonly string[]>([], ["region"], ["size", "region"]);

function aggregationOf(method: AggregationMethod): Aggregation {
  if (method === "count") return { method, field: null };
  return method === "percentile" ? { method, field: "n", percentile: Decimal.of("60") } : { method, field: "n" };
}

function eventOf({ hour: at, units, region, size }: Happened, sequence: number): MeasuredEvent {
  const n = units === null ? {} : { n: `${units}e-2` };
  const properties = { ...n, ...(region === null ? {} : { region }), ...(size === null ? {} : { size }) };
  return { at: at * hour, sequence, properties };
}

function measured(method: AggregationMethod, groupBy: readonly string[], except: Gaps, list: readonly MeasuredEvent[]) {
  const window = {
    start: 0,
    end: hours * hour,
    except: except.map((gap) => ({ start: gap.start * hour, end: gap.end * hour })),
  };
  const measurement = startMeasurement({ filters: [], aggregation: aggregationOf(method), groupBy, window });
  for (const event of list) addEvent(measurement, event);
  const answer = finishMeasurement(measurement);
  if (answer.kind !== "measured") throw new Error(answer.kind);
  return answer;
}

const valueOf = ({ units }: Happened) => new Oracle(units ?? 0).dividedBy(100);
const mean = (total: Oracle, count: number) =>
  count === 0 ? new Oracle(0) : total.dividedBy(count).toDecimalPlaces(18, Oracle.ROUND_HALF_UP);
const total = (values: readonly Oracle[]) => values.reduce((sum, value) => sum.plus(value), new Oracle(0));

function isOpen(at: number, except: Gaps): boolean {
  return at >= 0 && at < hours && except.every((gap) => at < gap.start || at >= gap.end);
}

function naive(method: AggregationMethod, except: Gaps, list: readonly Happened[]): string {
  const open = list.filter((one) => isOpen(one.hour, except));
  const counted = method === "count" ? open : open.filter((one) => one.units !== null);
  const values = counted.map(valueOf);
  const ordered = values.toSorted((a, b) => a.comparedTo(b));
  const last = counted.reduce<Happened | undefined>(
    (latest, one) => (latest === undefined || one.hour >= latest.hour ? one : latest),
    undefined,
  );
  const found: Record<AggregationMethod, () => Oracle> = {
    count: () => new Oracle(counted.length),
    sum: () => total(values),
    average: () => mean(total(values), values.length),
    min: () => ordered[0] ?? new Oracle(0),
    max: () => ordered.at(-1) ?? new Oracle(0),
    count_unique: () => new Oracle(new Set(values.map(String)).size),
    latest: () => (last === undefined ? new Oracle(0) : valueOf(last)),
    percentile: () => ordered[Math.ceil(ordered.length * 0.6) - 1] ?? new Oracle(0),
    weighted_sum: () => {
      const row = Array.from({ length: hours }, (_, position) => position).filter((at) => isOpen(at, except));
      return mean(total(row.map((at) => total(list.filter((one) => one.hour <= at).map(valueOf)))), hours);
    },
  };
  return found[method]().plus(0).toFixed();
}

/** The combinations to show, each with its own events. */
function naiveGroups(groupBy: readonly string[], list: readonly Happened[]): Map<string, Happened[]> {
  return Map.groupBy(list, ({ region, size }) =>
    JSON.stringify(groupBy.map((name) => (name === "region" ? region : (size?.toString() ?? null)))),
  );
}

test("every aggregation, in total and by group, matches a naive count of the open hours (R-MET-1, R-MET-2)", () => {
  fc.assert(
    fc.property(anyMethod, groupings, gaps, history, (method, groupBy, except, list) => {
      const answer = measured(method, groupBy, except, list.map(eventOf));
      expect(answer.quantity.toCanonical()).toBe(naive(method, except, list));
      const groups = answer.groups.map(({ values, quantity }) => {
        const key = JSON.stringify(groupBy.map((name) => values[name] ?? null));
        return [key, quantity.toCanonical()] as const;
      });
      const expected = [...naiveGroups(groupBy, list)].flatMap(([key, own]) => {
        const isCounted = own.some((one) => isOpen(one.hour, except) && (method === "count" || one.units !== null));
        const quantity = naive(method, except, own);
        return groupBy.length > 0 && (isCounted || quantity !== "0") ? [[key, quantity] as const] : [];
      });
      expect(Object.fromEntries(groups)).toEqual(Object.fromEntries(expected));
    }),
    { numRuns: 500 },
  );
});

test("groups partition the counted events, each combination once, in an order that does not depend on arrival", () => {
  fc.assert(
    fc.property(anyMethod, gaps, history, fc.func(fc.integer()), (method, except, list, keyOf) => {
      const events = list.map(eventOf);
      const shown = (order: readonly MeasuredEvent[]) => {
        const answer = measured(method, ["region", "size"], except, order);
        return {
          total: answer.eventCount,
          groups: answer.groups.map(({ values, quantity, eventCount }) => [values, quantity.toCanonical(), eventCount]),
        };
      };
      const { total: all, groups } = shown(events);
      expect(groups.reduce((sum, [, , eventCount]) => sum + Number(eventCount), 0)).toBe(all);
      expect(new Set(groups.map(([values]) => JSON.stringify(values))).size).toBe(groups.length);
      expect(shown(events.toSorted((a, b) => keyOf(a) - keyOf(b)))).toEqual({ total: all, groups });
    }),
  );
});

test("windows that carry the level measure the same as each window from all events (R-MET-1, weighted_sum)", () => {
  const cuts = fc
    .uniqueArray(fc.integer({ min: -5, max: hours + 10 }), { minLength: 2, maxLength: 9 })
    .map((edges) => edges.toSorted((a, b) => a - b));
  const aggregation = aggregationOf("weighted_sum");
  fc.assert(
    fc.property(cuts, fc.boolean(), groupings, gaps, history, (edges, skipsOne, groupBy, except, list) => {
      const windows = edges
        .slice(1)
        .map((end, index) => ({ start: (edges[index] ?? 0) * hour, end: end * hour }))
        // The level is carried across a skipped window.
        .filter((_, index) => !(skipsOne && index === 1));
      const gapsInTime = except.map((gap) => ({ start: gap.start * hour, end: gap.end * hour }));
      const begin = () =>
        windows.map((window) =>
          startMeasurement({ filters: [], aggregation, groupBy, window: { ...window, except: gapsInTime } }),
        );
      const events = list.map(eventOf);
      const apart = begin();
      for (const measurement of apart) for (const event of events) addEvent(measurement, event);
      const carried = begin();
      for (const event of events) {
        const first = carried.find(({ time }) => event.at < time.end);
        if (first !== undefined) addEvent(first, event);
      }
      carried.slice(1).forEach((measurement, index) => {
        const before = carried[index];
        if (before !== undefined) carryLevel(before, measurement);
      });
      expect(carried.map(shownMeasured)).toEqual(apart.map(shownMeasured));
    }),
    { numRuns: 300 },
  );
});

function shownMeasured(measurement: Measurement): unknown {
  const answer = finishMeasurement(measurement);
  if (answer.kind !== "measured") return answer;
  const { quantity, groups, firstAt, lastAt, ...rest } = answer;
  return {
    ...rest,
    quantity: quantity.toCanonical(),
    first: firstAt?.toString(),
    last: lastAt?.toString(),
    groups: groups.map((group) => [group.values, group.quantity.toCanonical(), group.eventCount]),
  };
}

test("sums and counts of the groups add up to those of the whole", () => {
  fc.assert(
    fc.property(fc.constantFrom("sum", "count"), groupings, gaps, history, (method, groupBy, except, list) => {
      const answer = measured(method, groupBy, except, list.map(eventOf));
      if (groupBy.length === 0) return;
      const parts = Decimal.sum(answer.groups.map((group) => group.quantity));
      expect(parts.toCanonical()).toBe(answer.quantity.toCanonical());
    }),
  );
});

test("the levels of paused and unpaused time add up to the whole level (R-MET-1)", () => {
  fc.assert(
    fc.property(gaps, history, (except, list) => {
      const edges = [0, ...except.flatMap(({ start, end }) => [start, end]), hours].map((edge) =>
        Math.min(Math.max(edge, 0), hours),
      );
      const opposite = edges.flatMap((start, index) =>
        index % 2 === 0 ? [{ start, end: edges[index + 1] ?? start }] : [],
      );
      const level = (some: Gaps) => measured("weighted_sum", [], some, list.map(eventOf)).quantity;
      const apart = level(except).plus(level(opposite)).minus(level([]));
      // Three roundings to 18 decimals.
      expect(apart.abs().compare(Decimal.of("0.0000000000000000015")) <= 0).toBe(true);
    }),
  );
});

test("without gaps a measurement equals the aggregate of the window's samples", () => {
  fc.assert(
    fc.property(anyMethod, history, (method, list) => {
      const events = list.map(eventOf).filter(({ at }) => at >= 0 && at < hours * hour);
      const samples = events.map(({ at, sequence, properties }) =>
        method === "count" ? { at, sequence, value: undefined } : { at, sequence, value: properties["n"] },
      );
      const whole = aggregate(aggregationOf(method), samples, { start: 0, end: hours * hour });
      const answer = measured(method, [], [], events);
      expect([answer.quantity.toCanonical(), answer.skipped, Decimal.ofInteger(answer.eventCount)]).toEqual([
        whole.quantity.toCanonical(),
        whole.skipped,
        whole.eventCount,
      ]);
    }),
  );
});

const filterings = fc.constantFrom<MetricDefinition["filters"]>(
  [],
  [{ operator: "and", filters: [{ field: "region", operator: "not_equal", value: "eu" }] }],
);

const window = { start: 0, end: hours * hour };

test("events with the same properties are added at once as one by one", () => {
  const methods = aggregationMethods.filter((method) => ignoresTimes(aggregationOf(method)));
  expect(methods).toEqual(["count", "count_unique"]);
  fc.assert(
    fc.property(fc.constantFrom(...methods), groupings, filterings, history, (method, groupBy, filters, list) => {
      const measure = { filters, aggregation: aggregationOf(method), groupBy, window };
      const [single, alike] = [startMeasurement(measure), startMeasurement(measure)];
      const events = list.map(eventOf).filter(({ at }) => at >= 0 && at < window.end);
      for (const event of events) addEvent(single, event);
      for (const same of Map.groupBy(events, ({ properties }) => JSON.stringify(properties)).values()) {
        const times = same.map(({ at }) => at);
        addAlikeEvents(alike, {
          properties: same[0]?.properties ?? {},
          count: same.length,
          firstAt: Math.min(...times),
          lastAt: Math.max(...times),
        });
      }
      expect(finishMeasurement(alike)).toEqual(finishMeasurement(single));
    }),
  );
});

/** Counts values as another place would that is told the known ones. */
function countedOf(events: readonly MeasuredEvent[], known: ReadonlySet<string>) {
  const withValue = events.filter(({ properties }) => properties["n"] !== undefined);
  const times = withValue.map(({ at }) => at);
  return {
    further: new Set(withValue.map(({ properties }) => String(properties["n"]))).difference(known).size,
    count: withValue.length,
    skipped: events.length - withValue.length,
    firstAt: withValue.length === 0 ? null : Math.min(...times),
    lastAt: withValue.length === 0 ? null : Math.max(...times),
  };
}

test("values that were counted elsewhere are added as their events, whichever events those are", () => {
  const measure = { filters: [], aggregation: aggregationOf("count_unique"), groupBy: [] };
  fc.assert(
    fc.property(history, fc.func(fc.boolean()), (list, isElsewhere) => {
      const [single, split] = [startMeasurement({ ...measure, window }), startMeasurement({ ...measure, window })];
      const events = list.map(eventOf).filter(({ at }) => at >= 0 && at < window.end);
      for (const event of events) addEvent(single, event);
      const elsewhere = events.filter((event) => isElsewhere(event.sequence));
      for (const event of events) if (!elsewhere.includes(event)) addEvent(split, event);
      addCountedValues(split, countedOf(elsewhere, knownValues(split) ?? new Set()));
      expect(finishMeasurement(split)).toEqual(finishMeasurement(single));
    }),
  );
});

test("values can be counted elsewhere only if a measure counts those of one property and nothing else", () => {
  const counted = { further: 1, count: 1, skipped: 0, firstAt: 0, lastAt: 0 };
  const filters: MetricDefinition["filters"] = [{ operator: "and", filters: [] }];
  for (const measure of [
    { filters: [], aggregation: aggregationOf("count"), groupBy: [] },
    { filters, aggregation: aggregationOf("count_unique"), groupBy: [] },
    { filters: [], aggregation: aggregationOf("count_unique"), groupBy: ["region"] },
  ]) {
    const measurement = startMeasurement({ ...measure, window });
    expect(knownValues(measurement)).toBeNull();
    expect(() => addCountedValues(measurement, counted)).toThrow("only the values of one property");
  }
});

test("too many groups of events with the same properties are noticed", () => {
  const measurement = startMeasurement({ filters: [], aggregation: aggregationOf("count"), groupBy: ["n"], window });
  for (let n = 0; n < maximumGroups + 2; n += 1) {
    addAlikeEvents(measurement, { properties: { n }, count: 1, firstAt: 0, lastAt: 0 });
  }
  expect(finishMeasurement(measurement)).toEqual({ kind: "too_many_groups", limit: maximumGroups });
});
