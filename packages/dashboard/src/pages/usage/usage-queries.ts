import { queryOptions } from "@tanstack/react-query";
import { client } from "../../app/client.ts";

/** Those with the most revenue: what is compared until somebody chooses. */
export const topAccountsQuery = queryOptions({
  queryKey: ["insights", "top-accounts", "for-usage"],
  queryFn: ({ signal }) => client.insights.getTopAccounts({ limit: 5 }, { signal }),
  staleTime: 300_000,
});
