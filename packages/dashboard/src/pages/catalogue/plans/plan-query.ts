import { queryOptions } from "@tanstack/react-query";
import { client } from "../../../app/client.ts";

export const planQuery = (id: string) =>
  queryOptions({ queryKey: ["plans", id], queryFn: ({ signal }) => client.plans.get(id, { signal }) });

export const bundlesQuery = queryOptions({
  queryKey: ["price-bundles", "all"],
  queryFn: ({ signal }) => client.priceBundles.list({ limit: 100, sort: "name:asc" }, { signal }).all(),
});
