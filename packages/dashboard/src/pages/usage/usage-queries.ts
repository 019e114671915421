import type { Metric } from "@counterfoil/sdk";
import { queryOptions } from "@tanstack/react-query";
import { client } from "../../app/client.ts";

/** Every metric of the organization: there are few, and names are wanted everywhere. */
export const metricsQuery = queryOptions({
  queryKey: ["metrics", "all"],
  queryFn: async (): Promise<Metric[]> => await client.metrics.list({ limit: 100, sort: "name:asc" }).all(),
  staleTime: 60_000,
});

/** Those with the most revenue: what is compared until somebody chooses. */
export const topAccountsQuery = queryOptions({
  queryKey: ["insights", "top-accounts", "for-usage"],
  queryFn: ({ signal }) => client.insights.getTopAccounts({ limit: 5 }, { signal }),
  staleTime: 300_000,
});
