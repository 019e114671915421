import { queryOptions } from "@tanstack/react-query";
import { asked } from "../../server/asked.ts";
import { LIVE_MILLISECONDS } from "../../server/live.ts";

/** All queries of one account share one key prefix, so that a change of the account reads all of them again. */
export const accountQueries = {
  one: (id: string) =>
    queryOptions({
      ...asked((api, signal) => api.accounts.get(id, { signal })),
    }),
  balance: (id: string) =>
    queryOptions({
      ...asked((api, signal) => api.accounts.getBalance(id, { signal })),
    }),
  /** The accounts above and below it. */
  family: (id: string) =>
    queryOptions({
      ...asked((api, signal) => api.accounts.getFamily(id, { signal })),
    }),
  subscriptions: (id: string) =>
    queryOptions({
      ...asked((api, signal) =>
        api.subscriptions
          .list({ limit: 100, filters: [{ field: "accountId", value: id }], sort: "contractStartDate:asc" }, { signal })
          .all(),
      ),
    }),
  /** All movements of its recurring revenue. The last one has the current amount. */
  movements: (id: string, from: string, to: string) =>
    queryOptions({
      ...asked((api, signal) =>
        api.insights.listRecurringMovements({ accountId: id, from, to, limit: 100 }, { signal }).all(),
      ),
    }),
  /** Its unpaid invoices at the end of a day. */
  owed: (id: string, at: string) =>
    queryOptions({
      ...asked((api, signal) =>
        api.insights.listOwedInvoices({ accountId: id, at, testClocks: "include", limit: 100 }, { signal }).all(),
      ),
    }),
  /** The numbers of its invoices by ID; null for drafts. */
  invoiceNumbers: (id: string) =>
    queryOptions({
      ...asked((api, signal) =>
        api.invoices.list({ filters: [{ field: "accountId", value: id }], limit: 100 }, { signal }).all(),
      ),
      select: (invoices) => new Map(invoices.map((invoice) => [invoice.id, invoice.number])),
    }),
  tags: (id: string) =>
    queryOptions({
      ...asked((api, signal) => api.accounts.getTags(id, { signal })),
      select: ({ tags }) => tags,
    }),
  /** All tags of the organization's accounts. */
  usedTags: () =>
    queryOptions({
      ...asked((api, signal) => api.accountTags.list({ limit: 100 }, { signal }).all()),
    }),
  metadata: (id: string) =>
    queryOptions({
      ...asked((api, signal) => api.accounts.getMetadata(id, { signal })),
      select: ({ metadata }) => metadata,
    }),
  /** The people who can be mentioned. */
  people: () =>
    queryOptions({
      ...asked((api, signal) => api.people.listNames({ limit: 100 }, { signal }).all()),
      staleTime: 60_000,
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
  credit: (id: string) =>
    queryOptions({
      ...asked((api, signal) => api.accounts.getCredit(id, { signal })),
      refetchInterval: LIVE_MILLISECONDS,
    }),
  /** Those that are on come first. */
  spendLimits: (id: string) =>
    queryOptions({
      ...asked((api, signal) =>
        api.spendLimits
          .list({ limit: 100, filters: [{ field: "accountId", value: id }], sort: "createdAt:asc" }, { signal })
          .all(),
      ),
      select: (limits) => limits.toSorted((a, b) => Number(b.active) - Number(a.active)),
    }),
  creditBurnDown: (id: string) =>
    queryOptions({
      ...asked((api, signal) => api.accounts.getCreditBurnDown(id, { signal })),
      refetchInterval: LIVE_MILLISECONDS,
    }),
  creditSettings: (id: string) =>
    queryOptions({
      ...asked((api, signal) => api.accounts.getCreditSettings(id, { signal })),
    }),
};
