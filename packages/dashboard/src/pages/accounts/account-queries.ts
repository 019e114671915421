import { queryOptions } from "@tanstack/react-query";
import { client } from "../../app/client.ts";

/** All that is read of one account is below one key, so that a change of it reads all of it again. */
export const accountQueries = {
  one: (id: string) =>
    queryOptions({
      queryKey: ["accounts", id, "itself"],
      queryFn: async ({ signal }) => await client.accounts.get(id, { signal }),
    }),
  balance: (id: string) =>
    queryOptions({
      queryKey: ["accounts", id, "balance"],
      queryFn: async ({ signal }) => await client.accounts.getBalance(id, { signal }),
    }),
  subscriptions: (id: string) =>
    queryOptions({
      queryKey: ["accounts", id, "subscriptions"],
      queryFn: async ({ signal }) =>
        await client.subscriptions
          .list({ limit: 100, filters: [{ field: "accountId", value: id }], sort: "contractStartDate:asc" }, { signal })
          .all(),
    }),
  /** What moved its recurring revenue since it exists: the last tells what it comes to now. */
  movements: (id: string, from: string, to: string) =>
    queryOptions({
      queryKey: ["accounts", id, "movements", from, to],
      queryFn: async ({ signal }) =>
        await client.insights.listRecurringMovements({ accountId: id, from, to, limit: 100 }, { signal }).all(),
    }),
  entitlements: (id: string) =>
    queryOptions({
      queryKey: ["accounts", id, "entitlements"],
      queryFn: async ({ signal }) => await client.accounts.getEntitlements(id, { signal }),
    }),
  paymentMethod: (id: string) =>
    queryOptions({
      queryKey: ["accounts", id, "payment-method"],
      queryFn: async ({ signal }) => (await client.accounts.getPaymentMethod(id, { signal })).paymentMethod,
    }),
  portalLinks: (id: string) =>
    queryOptions({
      queryKey: ["accounts", id, "portal-links"],
      queryFn: async ({ signal }) =>
        await client.accounts.listPortalLinks(id, { sort: "createdAt:desc", limit: 100 }, { signal }).all(),
    }),
  creditSettings: (id: string) =>
    queryOptions({
      queryKey: ["accounts", id, "credit-settings"],
      queryFn: async ({ signal }) => await client.accounts.getCreditSettings(id, { signal }),
    }),
};
