import { queryOptions } from "@tanstack/react-query";
import { asked } from "../../server/asked.ts";

/** All that is read of one account is below one key, so that a change of it reads all of it again. */
export const accountQueries = {
  one: (id: string) =>
    queryOptions({
      ...asked((api, signal) => api.accounts.get(id, { signal })),
    }),
  balance: (id: string) =>
    queryOptions({
      ...asked((api, signal) => api.accounts.getBalance(id, { signal })),
    }),
  subscriptions: (id: string) =>
    queryOptions({
      ...asked((api, signal) =>
        api.subscriptions
          .list({ limit: 100, filters: [{ field: "accountId", value: id }], sort: "contractStartDate:asc" }, { signal })
          .all(),
      ),
    }),
  /** What moved its recurring revenue since it exists: the last tells what it comes to now. */
  movements: (id: string, from: string, to: string) =>
    queryOptions({
      ...asked((api, signal) =>
        api.insights.listRecurringMovements({ accountId: id, from, to, limit: 100 }, { signal }).all(),
      ),
    }),
  entitlements: (id: string) =>
    queryOptions({
      ...asked((api, signal) => api.accounts.getEntitlements(id, { signal })),
    }),
  paymentMethod: (id: string) =>
    queryOptions({
      ...asked((api, signal) => api.accounts.getPaymentMethod(id, { signal })),
      select: ({ paymentMethod }) => paymentMethod,
    }),
  portalLinks: (id: string) =>
    queryOptions({
      ...asked((api, signal) =>
        api.accounts.listPortalLinks(id, { sort: "createdAt:desc", limit: 100 }, { signal }).all(),
      ),
    }),
  creditSettings: (id: string) =>
    queryOptions({
      ...asked((api, signal) => api.accounts.getCreditSettings(id, { signal })),
    }),
};
