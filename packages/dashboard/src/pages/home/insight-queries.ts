import { queryOptions } from "@tanstack/react-query";
import { asked } from "../../server/asked.ts";

/** The figures of the organization: by default of the last twelve months (docs/insights.md). */
export const insightQueries = {
  recurring: queryOptions({
    ...asked((api, signal) => api.insights.getRecurringRevenue({}, { signal })),
  }),
  churn: queryOptions({
    ...asked((api, signal) => api.insights.getChurn({}, { signal })),
  }),
  ageing: queryOptions({
    ...asked((api, signal) => api.insights.getAgeing({}, { signal })),
  }),
  netRevenue: queryOptions({
    ...asked((api, signal) => api.insights.getNetRevenue({}, { signal })),
  }),
  attention: queryOptions({
    ...asked((api, signal) => api.insights.getAttention({ limit: 3 }, { signal })),
  }),
  usage: queryOptions({
    ...asked((api, signal) => api.insights.getUsageByMetric({}, { signal })),
  }),
};
