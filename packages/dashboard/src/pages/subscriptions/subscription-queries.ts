import { queryOptions } from "@tanstack/react-query";
import { client } from "../../app/client.ts";

/** All that is read of one subscription is below one key, so that a change of it reads all of it again. */
export const subscriptionQueries = {
  one: (id: string) =>
    queryOptions({
      queryKey: ["subscriptions", id, "itself"],
      queryFn: async ({ signal }) => await client.subscriptions.get(id, { signal }),
    }),
  versions: (id: string) =>
    queryOptions({
      queryKey: ["subscriptions", id, "versions"],
      queryFn: async ({ signal }) => (await client.subscriptions.listVersions(id, {}, { signal })).versions,
    }),
  upcoming: (id: string) =>
    queryOptions({
      queryKey: ["subscriptions", id, "upcoming"],
      queryFn: async ({ signal }) => await client.subscriptions.getUpcomingInvoice(id, { signal }),
    }),
  /** Pauses that were, and what else happened to it, from its beginning. */
  notifications: (id: string) =>
    queryOptions({
      queryKey: ["subscriptions", id, "notifications"],
      queryFn: async ({ signal }) =>
        await client.notifications.list({ limit: 100, filters: [{ field: "objectId", value: id }] }, { signal }).all(),
    }),
};

/** What each subscription is worth a month at present. */
export const recurringNowQuery = queryOptions({
  queryKey: ["insights", "recurring-subscriptions", "now"],
  queryFn: async ({ signal }) => await client.insights.listRecurringSubscriptions({ limit: 100 }, { signal }).all(),
  staleTime: 60_000,
});
