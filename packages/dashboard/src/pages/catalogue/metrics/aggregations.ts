import type { MetricAggregationMethod } from "@counterfoil/sdk";

/** How events become a quantity, with explanations for the user. */
export const AGGREGATIONS: readonly (readonly [method: MetricAggregationMethod, name: string, what: string])[] = [
  ["count", "Count", "Number of events."],
  ["sum", "Sum", "Sum of a property's values."],
  ["max", "Maximum", "Largest value of a property."],
  ["min", "Minimum", "Smallest value of a property."],
  ["average", "Average", "Mean of a property's values."],
  ["count_unique", "Unique values", "Number of distinct values of a property."],
  ["latest", "Latest", "Value in the most recent event."],
  ["weighted_sum", "Level over time", "Time-weighted average of a level that each event changes."],
  ["percentile", "Percentile", "Value that a given share of values does not exceed."],
];

export function nameOfMethod(method: string): string {
  return AGGREGATIONS.find(([one]) => one === method)?.[1] ?? method;
}
