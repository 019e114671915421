import { queryOptions } from "@tanstack/react-query";
import { asked } from "../../server/asked.ts";

/** The accounts with the most revenue, which are compared by default. */
export const topAccountsQuery = queryOptions({
  ...asked((api, signal) => api.insights.getTopAccounts({ limit: 5 }, { signal })),
  staleTime: 300_000,
});
