import { queryOptions } from "@tanstack/react-query";
import { client } from "../../app/client.ts";

/** The figures of the organization: by default of the last twelve months (docs/insights.md). */
export const insightQueries = {
  recurring: queryOptions({
    queryKey: ["insights", "mrr"],
    queryFn: async ({ signal }) => await client.insights.getRecurringRevenue({}, { signal }),
  }),
  churn: queryOptions({
    queryKey: ["insights", "churn"],
    queryFn: async ({ signal }) => await client.insights.getChurn({}, { signal }),
  }),
  ageing: queryOptions({
    queryKey: ["insights", "ageing"],
    queryFn: async ({ signal }) => await client.insights.getAgeing({}, { signal }),
  }),
  netRevenue: queryOptions({
    queryKey: ["insights", "net-revenue"],
    queryFn: async ({ signal }) => await client.insights.getNetRevenue({}, { signal }),
  }),
  attention: queryOptions({
    queryKey: ["insights", "attention"],
    queryFn: async ({ signal }) => await client.insights.getAttention({ limit: 3 }, { signal }),
  }),
  usage: queryOptions({
    queryKey: ["insights", "usage"],
    queryFn: async ({ signal }) => await client.insights.getUsageByMetric({}, { signal }),
  }),
};
