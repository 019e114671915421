import { queryOptions } from "@tanstack/react-query";
import { asked } from "../../server/asked.ts";

/** Those with the most revenue: what is compared until somebody chooses. */
export const topAccountsQuery = queryOptions({
  ...asked((api, signal) => api.insights.getTopAccounts({ limit: 5 }, { signal })),
  staleTime: 300_000,
});
