import { queryOptions } from "@tanstack/react-query";
import { asked } from "../../server/asked.ts";

/** Whether the organization has one of each thing that its first invoice needs. */
export const setupQueries = {
  product: queryOptions({
    ...asked((api, signal) => api.products.list({ limit: 1, page: 1 }, { signal })),
    select: ({ products }) => products.length > 0,
  }),
  price: queryOptions({
    ...asked((api, signal) => api.prices.list({ limit: 1 }, { signal })),
    select: ({ items }) => items.length > 0,
  }),
  account: queryOptions({
    ...asked((api, signal) => api.accounts.list({ limit: 1 }, { signal })),
    select: ({ data }) => data.length > 0,
  }),
  subscription: queryOptions({
    ...asked((api, signal) => api.subscriptions.list({ limit: 1 }, { signal })),
    select: ({ items }) => items.length > 0,
  }),
  invoice: queryOptions({
    ...asked((api, signal) =>
      api.invoices.list(
        { limit: 1, filters: [{ field: "status", operator: "in", value: ["issued", "overdue", "paid"] }] },
        { signal },
      ),
    ),
    select: ({ items }) => items.length > 0,
  }),
};
