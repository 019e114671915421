import { numberBounds } from "../decimal/bounds.ts";
import { Decimal } from "../decimal/decimal.ts";
import type { Aggregation } from "./aggregation.ts";
import { matchesFilters } from "./matches-filters.ts";
import type { MetricDefinition } from "./metric-definition.ts";
import { propertyOf, type Properties, type PropertyValue } from "./property.ts";

/** Why a metric cannot count an event that passes its filters. */
export const unreadableReasons = ["value_missing", "value_not_numeric", "value_out_of_range"] as const;

export type UnreadableReason = (typeof unreadableReasons)[number];

/** A value that a metric needs but cannot read. */
export interface UnreadableValue {
  readonly reason: UnreadableReason;
  /** The name of the property. */
  readonly property: string;
  /** Null if the event has no such property. */
  readonly value: PropertyValue | null;
}

const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Whether a text is a number that exceeds the bounds. */
export function isNumberOutOfRange(text: string): boolean {
  // Most texts are short and have no exponent, so checking the length is enough.
  if (text.length <= numberBounds.wholeDigits && !/[eE]/.test(text)) return false;
  if (!NUMBER.test(text)) return false;
  return Decimal.parse(text)?.fits(numberBounds) !== true;
}

/** An event's value as a decimal that a metric can count. Undefined if it is not a number, or is out of bounds. */
export function countedDecimal(value: PropertyValue): Decimal | undefined {
  if (typeof value === "boolean") return undefined;
  const decimal = typeof value === "number" ? Decimal.fromNumber(value) : Decimal.parse(value);
  return decimal?.fits(numberBounds) === true ? decimal : undefined;
}

/**
 * What a metric needs from an event but cannot read. Undefined if it can read it, or if its filters exclude the event
 * (R-EVT-5).
 */
export function unreadableValue(
  { filters, aggregation }: Pick<MetricDefinition, "filters" | "aggregation">,
  properties: Properties,
): UnreadableValue | undefined {
  const { method, field } = aggregation;
  if (method === "count") return undefined;
  const value = propertyOf(properties, field);
  if (value !== undefined && isReadable(method, value)) return undefined;
  if (!matchesFilters(filters, properties)) return undefined;
  if (value === undefined) return { reason: "value_missing", property: field, value: null };
  const isOutOfRange = typeof value === "number" || (typeof value === "string" && isNumberOutOfRange(value));
  return { reason: isOutOfRange ? "value_out_of_range" : "value_not_numeric", property: field, value };
}

/** `count_unique` accepts every value. All other methods need a number. */
function isReadable(method: Aggregation["method"], value: PropertyValue): boolean {
  return method === "count_unique" || countedDecimal(value) !== undefined;
}

/**
 * The values of an event that the metrics of its name cannot read. An unreadable value is reported for each metric that
 * cannot read it. A missing value is reported only if no metric counts the event: metrics with the same event name
 * often read different properties, and an event with one of them is complete.
 */
export function unreadableValues<Metric extends Pick<MetricDefinition, "filters" | "aggregation">>(
  metrics: readonly Metric[],
  properties: Properties,
): { readonly metric: Metric; readonly unreadable: UnreadableValue }[] {
  const found = metrics.flatMap((metric) => {
    const unreadable = unreadableValue(metric, properties);
    return unreadable === undefined ? [] : [{ metric, unreadable }];
  });
  if (found.every(({ unreadable }) => unreadable.reason !== "value_missing")) return found;
  const failing = new Set(found.map(({ metric }) => metric));
  const isCounted = metrics.some((metric) => !failing.has(metric) && matchesFilters(metric.filters, properties));
  return isCounted ? found.filter(({ unreadable }) => unreadable.reason !== "value_missing") : found;
}
