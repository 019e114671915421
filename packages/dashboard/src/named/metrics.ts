import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Metric } from "@counterfoil/sdk";
import { asked } from "../server/asked.ts";

const FIVE_MINUTES = 300_000;

/** All metrics of the organization. There are few. */
export const metricsQuery = queryOptions({
  ...asked((api, signal) => api.metrics.list({ limit: 100, sort: "name:asc" }, { signal }).all()),
  staleTime: FIVE_MINUTES,
});

export function useMetrics(): readonly Metric[] {
  return useQuery(metricsQuery).data ?? [];
}
