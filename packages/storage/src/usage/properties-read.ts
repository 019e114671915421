import type { UsageQuestion } from "./usage-store.ts";

/** The properties of an event that a measurement may read, by name. */
export function propertiesRead({
  metric: { aggregation, filters },
  groupBy,
}: {
  readonly metric: Pick<UsageQuestion["metric"], "aggregation" | "filters">;
  readonly groupBy: readonly string[];
}): string[] {
  const filtered = filters.flatMap((group) => group.filters.map(({ field }) => field));
  return [...new Set([...(aggregation.field === null ? [] : [aggregation.field]), ...filtered, ...groupBy])].toSorted();
}
