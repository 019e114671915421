import { queryOptions } from "@tanstack/react-query";
import { asked } from "../../server/asked.ts";
import { dayBefore } from "../../format/days.ts";
import { cashInterval } from "./cash-days.ts";
import type { Range } from "./period.ts";

/** Cards also show totals of all currencies, if the organization has a reporting currency. */
const include = "reporting";

/** The figures of the organization. Default: the last twelve months (docs/insights.md). */
export const insightQueries = {
  recurring: queryOptions({
    ...asked((api, signal) => api.insights.getRecurringRevenue({}, { signal })),
  }),
  churn: queryOptions({
    ...asked((api, signal) => api.insights.getChurn({}, { signal })),
  }),
  attention: queryOptions({
    ...asked((api, signal) => api.insights.getAttention({ limit: 3 }, { signal })),
  }),
  forecast: queryOptions({
    ...asked((api, signal) => api.insights.getForecast({ include }, { signal })),
  }),
  usage: queryOptions({
    ...asked((api, signal) => api.insights.getUsageByMonth({}, { signal })),
  }),
};

/** The figures of a period, one request for each card. */
export const periodQueries = {
  keyFigures: (range: Range) =>
    queryOptions({ ...asked((api, signal) => api.insights.getKeyFigures({ ...range, include }, { signal })) }),
  cash: (range: Range) =>
    queryOptions({
      ...asked((api, signal) =>
        api.insights.getCashCollected({ ...range, interval: cashInterval(range), include }, { signal }),
      ),
    }),
  ageing: ({ to }: Range) =>
    queryOptions({
      ...asked((api, signal) =>
        api.insights.getAgeing({ ...(to !== undefined && { at: dayBefore(to) }), include }, { signal }),
      ),
    }),
};

/** The twelve months that end with a period. */
export const monthQueries = {
  recurring: ({ to }: Range) =>
    queryOptions({ ...asked((api, signal) => api.insights.getRecurringRevenue({ ...upTo(to), include }, { signal })) }),
  netRevenue: ({ to }: Range) =>
    queryOptions({ ...asked((api, signal) => api.insights.getNetRevenue({ ...upTo(to), include }, { signal })) }),
  topAccounts: ({ to }: Range) =>
    queryOptions({ ...asked((api, signal) => api.insights.getTopAccounts({ ...upTo(to), limit: 8 }, { signal })) }),
  retention: ({ to }: Range) =>
    queryOptions({ ...asked((api, signal) => api.insights.getRetention(upTo(to), { signal })) }),
};

function upTo(to: string | undefined): { to?: string } {
  return to === undefined ? {} : { to };
}
