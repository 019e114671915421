import type { Temporal } from "temporal-polyfill";

import type { Decimal } from "../decimal/decimal.ts";
import type { Aggregation } from "./aggregation.ts";
import { propertyOf, type Properties, type PropertyValue } from "./property.ts";

/** An instant, or its milliseconds since 1970-01-01T00:00:00Z. Usage is timed to the millisecond. */
export type SampleTime = Temporal.Instant | number;

/** One event as input of an aggregation. */
export interface Sample {
  readonly at: SampleTime;
  /** The value of the aggregation's field; undefined if the event has no such property. */
  readonly value: PropertyValue | undefined;
  /**
   * The ingestion sequence. If two events have the same instant, `latest` takes the one with the higher sequence.
   * Default 0.
   */
  readonly sequence?: number;
}

/** The period that is measured, half-open. */
export interface Window extends TimeSpan {
  /** The level at the start, from earlier events. Only `weighted_sum` has one. Default 0. */
  readonly carriedIn?: Decimal;
  /**
   * The time over which the mean of a `weighted_sum` is taken: the billing period of which the window is a part, so
   * that the parts add up to the whole. The other methods ignore it. Default: the window.
   */
  readonly meanOver?: TimeSpan;
  /**
   * Time that does not count, such as pauses. Gaps may cross the window's bounds; they are ascending and do not
   * overlap.
   */
  readonly except?: readonly TimeSpan[];
}

/** Half-open. */
export interface TimeSpan {
  readonly start: SampleTime;
  readonly end: SampleTime;
}

/** The sample of an event for an aggregation. */
export function sampleOf(
  aggregation: Aggregation,
  { at, sequence, properties }: { at: SampleTime; sequence?: number; properties: Properties },
): Sample {
  const value = aggregation.field === null ? undefined : propertyOf(properties, aggregation.field);
  return sequence === undefined ? { at, value } : { at, value, sequence };
}

export function millisecondsOf(time: SampleTime): number {
  return typeof time === "number" ? time : time.epochMilliseconds;
}
