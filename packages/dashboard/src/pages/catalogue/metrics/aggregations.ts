import type { MetricAggregationMethod } from "@counterfoil/sdk";

/** How events become a quantity, in the words of who has to choose. */
export const AGGREGATIONS: readonly (readonly [method: MetricAggregationMethod, name: string, what: string])[] = [
  ["count", "Count", "How many events there were."],
  ["sum", "Sum", "The values of a property, added up."],
  ["max", "Maximum", "The largest value of a property."],
  ["min", "Minimum", "The smallest value of a property."],
  ["average", "Average", "The mean of the values of a property."],
  ["count_unique", "Unique values", "How many different values a property had."],
  ["latest", "Latest", "The value of the last event."],
  ["weighted_sum", "Level over time", "Each event adds to a level; the result is its mean over the period."],
  ["percentile", "Percentile", "The value below which a share of the values lies."],
];

export function nameOfMethod(method: string): string {
  return AGGREGATIONS.find(([one]) => one === method)?.[1] ?? method;
}
