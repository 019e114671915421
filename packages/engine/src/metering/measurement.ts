import { invariant } from "../assertions.ts";
import type { Decimal } from "../decimal/decimal.ts";
import type { CombinationUsage } from "../rating/usage.ts";
import { addSampleWithin } from "./add-sample-within.ts";
import { addSample } from "./add-sample.ts";
import { countedTimeOf, type CountedTime } from "./counted-time.ts";
import { finishAggregate } from "./finish-aggregate.ts";
import { compareGroupValues, groupValuesOf, namedGroupValues, type GroupValues } from "./group-by.ts";
import { mergeAggregates } from "./merge-aggregates.ts";
import { matchesFilters } from "./matches-filters.ts";
import type { MetricDefinition } from "./metric-definition.ts";
import type { Properties } from "./property.ts";
import { startAggregate, type RunningAggregate } from "./running-aggregate.ts";
import { type Sample, sampleOf, type Window } from "./sample.ts";

/** What to measure in a stream of events: the quantity in a window, in total and by group. */
export interface Measure extends Pick<MetricDefinition, "filters" | "aggregation" | "groupBy"> {
  /** Has no level that is carried in: that comes from the stream's own events before the window, for each group. */
  readonly window: Omit<Window, "carriedIn">;
}

/** A usage event of the measured account and event name. */
export interface MeasuredEvent {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly at: number;
  /** The ingestion sequence. */
  readonly sequence: number;
  readonly properties: Properties;
}

/** The usage of one combination of property values. */
export interface GroupUsage extends CombinationUsage {
  /** Events that were counted. */
  readonly eventCount: number;
  /** When the first and the last of them happened, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly firstAt: number | null;
  readonly lastAt: number | null;
}

export interface Measured {
  readonly kind: "measured";
  /** Over the events of all groups. For `max` it is the largest value of all, not the sum of the groups' largest. */
  readonly quantity: Decimal;
  /** Events that were counted. */
  readonly eventCount: number;
  /** Events whose property is missing, or not numeric although the method needs a number. They are not counted. */
  readonly skipped: number;
  /** When the first and the last counted event happened, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly firstAt: number | null;
  readonly lastAt: number | null;
  /**
   * Each combination with counted events, or with a `weighted_sum` other than 0 from earlier events. Ordered by the
   * values. Empty if nothing splits the usage.
   */
  readonly groups: readonly GroupUsage[];
}

/**
 * There are more combinations than one measurement can hold. A property such as a request ID splits usage into single
 * events.
 */
export interface TooManyGroups {
  readonly kind: "too_many_groups";
  readonly limit: number;
}

/** The maximum number of combinations in one measurement. It limits the memory that a measurement uses. */
export const maximumGroups = 10_000;

/** When the first and the last counted event happened, in milliseconds since 1970-01-01T00:00:00Z. */
interface NotedTimes {
  firstAt: number | null;
  lastAt: number | null;
}

interface RunningGroup extends NotedTimes {
  readonly values: GroupValues;
  aggregate: RunningAggregate;
}

/** The state of a measurement after the events so far. Changed in place, so that n events cost n steps. */
export interface Measurement extends NotedTimes {
  readonly measure: Measure;
  readonly time: CountedTime;
  total: RunningAggregate;
  /** Null after there were too many. */
  groups: Map<string, RunningGroup> | null;
}

export function startMeasurement(measure: Measure): Measurement {
  return {
    measure,
    time: countedTimeOf(measure.window),
    total: startAggregate(measure.aggregation),
    firstAt: null,
    lastAt: null,
    groups: new Map(),
  };
}

/** A copy that can be added to without changing the original. */
export function copyMeasurement(measurement: Measurement): Measurement {
  const { groups } = measurement;
  const copied = groups === null ? null : new Map([...groups].map(([key, group]) => [key, { ...group }] as const));
  return { ...measurement, groups: copied };
}

/**
 * Adds an event. The order of events does not matter. A `weighted_sum` also needs the events before the window, which
 * determine its level. For the other methods they change nothing.
 */
export function addEvent(measurement: Measurement, event: MeasuredEvent): void {
  const { measure, time, total, groups } = measurement;
  if (groups === null || !matchesFilters(measure.filters, event.properties)) return;
  const sample = sampleOf(measure.aggregation, event);
  measurement.total = addSampleWithin(total, sample, time);
  if (measurement.total === total || measurement.total.skipped > total.skipped) return;
  const isCounted = measurement.total.eventCount > total.eventCount;
  if (isCounted) noteTime(measurement, event.at);
  if (measure.groupBy.length > 0) {
    const values = groupValuesOf(measure.groupBy, event.properties);
    const group = addToGroup(measurement, groups, values, (aggregate) => addSampleWithin(aggregate, sample, time));
    if (isCounted && group !== undefined) noteTime(group, event.at);
  }
}

/** Events of the counted time that have the same properties, as far as a measure reads them. */
export interface AlikeEvents {
  readonly properties: Properties;
  /** At least 1. */
  readonly count: number;
  /** When the first and the last of them happened, in milliseconds. */
  readonly firstAt: number;
  readonly lastAt: number;
}

/** Whether the method gives the same for events of any time, so that `addAlikeEvents` can add them. */
export function ignoresTimes({ method }: Measure["aggregation"]): boolean {
  return method === "count" || method === "count_unique";
}

/** Adds events at once, for a method that does not read when they happened. The order does not matter. */
export function addAlikeEvents(measurement: Measurement, events: AlikeEvents): void {
  const { measure, total, groups } = measurement;
  const { properties, count, firstAt, lastAt } = events;
  if (groups === null || !matchesFilters(measure.filters, properties)) return;
  const sample = sampleOf(measure.aggregation, { at: firstAt, properties });
  measurement.total = addTimes(total, sample, count);
  if (measurement.total.skipped > total.skipped) return;
  noteTimes(measurement, events);
  if (measure.groupBy.length === 0) return;
  const values = groupValuesOf(measure.groupBy, properties);
  const group = addToGroup(measurement, groups, values, (aggregate) => addTimes(aggregate, sample, count));
  if (group !== undefined) noteTimes(group, { firstAt, lastAt });
}

function addTimes(aggregate: RunningAggregate, sample: Sample, count: number): RunningAggregate {
  const added = addSample(aggregate, sample);
  return added.skipped > aggregate.skipped
    ? { ...added, skipped: aggregate.skipped + count }
    : { ...added, eventCount: aggregate.eventCount + count };
}

/** Events of the counted time whose different values were counted elsewhere. */
export interface CountedValues {
  /** How many different values they have that are not among `knownValues`. */
  readonly further: number;
  /** Events that have the property. */
  readonly count: number;
  /** Events that do not have it. */
  readonly skipped: number;
  /** When the first and the last event with the property happened, in milliseconds; null if there is none. */
  readonly firstAt: number | null;
  readonly lastAt: number | null;
}

/**
 * The different values of the events so far, as text; null for a measure that is not simply the number of a property's different
 * values.
 */
export function knownValues({ measure, total }: Measurement): ReadonlySet<string> | null {
  const isSimple = measure.filters.length === 0 && measure.groupBy.length === 0;
  return isSimple && total.method === "count_unique" ? total.values : null;
}

/** Adds events whose values were counted elsewhere. No event may be added afterwards: its value may be among theirs. */
export function addCountedValues(measurement: Measurement, counted: CountedValues): void {
  const { total } = measurement;
  invariant(
    total.method === "count_unique" && knownValues(measurement) !== null,
    "only the values of one property are counted",
  );
  measurement.total = {
    ...total,
    further: total.further + counted.further,
    eventCount: total.eventCount + counted.count,
    skipped: total.skipped + counted.skipped,
  };
  if (counted.firstAt === null || counted.lastAt === null) return;
  noteTimes(measurement, { firstAt: counted.firstAt, lastAt: counted.lastAt });
}

/** A stored sum of some of the stream's events: those of one combination of values, all inside the counted time. */
export interface MeasuredPart {
  /** The combination, in the order of the measure's groups; [] if nothing splits the usage. */
  readonly groupValues: GroupValues;
  readonly aggregate: RunningAggregate;
  /** When the first and the last of its counted events happened, in milliseconds; null if there are none. */
  readonly firstAt: number | null;
  readonly lastAt: number | null;
}

/** Adds a part instead of its events. The order of parts and events does not matter. */
export function addPart(measurement: Measurement, { groupValues, aggregate, firstAt, lastAt }: MeasuredPart): void {
  const { measure, groups } = measurement;
  if (groups === null) return;
  measurement.total = mergeAggregates(measurement.total, aggregate);
  const group =
    measure.groupBy.length === 0
      ? undefined
      : addToGroup(measurement, groups, groupValues, (running) => mergeAggregates(running, aggregate));
  if (firstAt === null || lastAt === null) return;
  for (const noted of group === undefined ? [measurement] : [measurement, group]) noteTimes(noted, { firstAt, lastAt });
}

function noteTimes(noted: NotedTimes, { firstAt, lastAt }: { firstAt: number; lastAt: number }): void {
  noteTime(noted, firstAt);
  noteTime(noted, lastAt);
}

function noteTime(noted: NotedTimes, at: number): void {
  if (noted.firstAt === null || at < noted.firstAt) noted.firstAt = at;
  if (noted.lastAt === null || at > noted.lastAt) noted.lastAt = at;
}

function addToGroup(
  measurement: Measurement,
  groups: Map<string, RunningGroup>,
  values: GroupValues,
  add: (aggregate: RunningAggregate) => RunningAggregate,
): RunningGroup | undefined {
  const key = JSON.stringify(values);
  let group = groups.get(key);
  if (group === undefined) {
    if (groups.size === maximumGroups) {
      measurement.groups = null;
      return undefined;
    }
    group = { values, aggregate: startAggregate(measurement.measure.aggregation), firstAt: null, lastAt: null };
    groups.set(key, group);
  }
  group.aggregate = add(group.aggregate);
  return group;
}

export function finishMeasurement({ measure, total, firstAt, lastAt, groups }: Measurement): Measured | TooManyGroups {
  if (groups === null) return { kind: "too_many_groups", limit: maximumGroups };
  const { quantity, skipped } = finishAggregate(total, measure.window);
  return {
    kind: "measured",
    quantity,
    eventCount: total.eventCount,
    skipped,
    firstAt,
    lastAt,
    groups: [...groups.values()]
      .toSorted((left, right) => compareGroupValues(left.values, right.values))
      .map((group) => finishGroup(measure, group))
      .filter((group) => group.eventCount > 0 || !group.quantity.isZero()),
  };
}

function finishGroup({ groupBy, window }: Measure, { values, aggregate, firstAt, lastAt }: RunningGroup): GroupUsage {
  return {
    firstAt,
    lastAt,
    values: namedGroupValues(groupBy, values),
    quantity: finishAggregate(aggregate, window).quantity,
    eventCount: aggregate.eventCount,
  };
}
