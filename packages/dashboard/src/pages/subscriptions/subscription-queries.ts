import { queryOptions } from "@tanstack/react-query";
import { asked } from "../../server/asked.ts";

/**
 * All queries of one subscription share one key prefix, so that a change of the subscription reads all of them again.
 */
export const subscriptionQueries = {
  one: (id: string) =>
    queryOptions({
      ...asked((api, signal) => api.subscriptions.get(id, { signal })),
    }),
  /** Its quote; null if it was never sent. */
  quote: (id: string) =>
    queryOptions({
      ...asked((api, signal) =>
        api.subscriptions.list({ limit: 1, include: "quote", filters: [{ field: "id", value: id }] }, { signal }),
      ),
      select: ({ items }) => items[0]?.quote ?? null,
    }),
  versions: (id: string) =>
    queryOptions({
      ...asked((api, signal) => api.subscriptions.listVersions(id, {}, { signal })),
      select: ({ versions }) => versions,
    }),
  upcoming: (id: string) =>
    queryOptions({
      ...asked((api, signal) => api.subscriptions.getUpcomingInvoice(id, { signal })),
    }),
  /** All notifications about it, which include past pauses. */
  notifications: (id: string) =>
    queryOptions({
      ...asked((api, signal) =>
        api.notifications.list({ limit: 100, filters: [{ field: "objectId", value: id }] }, { signal }).all(),
      ),
    }),
};

/** The current monthly recurring revenue of each subscription. */
export const recurringNowQuery = queryOptions({
  ...asked((api, signal) =>
    api.insights.listRecurringSubscriptions({ testClocks: "include", limit: 100 }, { signal }).all(),
  ),
  staleTime: 60_000,
});
