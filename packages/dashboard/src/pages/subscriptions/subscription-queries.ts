import { queryOptions } from "@tanstack/react-query";
import { asked } from "../../server/asked.ts";

/** All that is read of one subscription is below one key, so that a change of it reads all of it again. */
export const subscriptionQueries = {
  one: (id: string) =>
    queryOptions({
      ...asked((api, signal) => api.subscriptions.get(id, { signal })),
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
  /** Pauses that were, and what else happened to it, from its beginning. */
  notifications: (id: string) =>
    queryOptions({
      ...asked((api, signal) =>
        api.notifications.list({ limit: 100, filters: [{ field: "objectId", value: id }] }, { signal }).all(),
      ),
    }),
};

/** What each subscription is worth a month at present. */
export const recurringNowQuery = queryOptions({
  ...asked((api, signal) => api.insights.listRecurringSubscriptions({ limit: 100 }, { signal }).all()),
  staleTime: 60_000,
});
