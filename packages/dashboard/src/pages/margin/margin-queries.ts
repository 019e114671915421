import type { GetMarginQuery } from "@counterfoil/sdk";
import { queryOptions } from "@tanstack/react-query";
import { asked } from "../../server/asked.ts";

export const marginQuery = (query: GetMarginQuery) =>
  queryOptions({ ...asked((api, signal) => api.insights.getMargin(query, { signal })) });

/** All cost prices of the organization, the newest first. There are few. */
export const costPricesQuery = queryOptions({
  ...asked((api, signal) => api.costPrices.list({ limit: 100, sort: "validFrom:desc" }, { signal }).all()),
});
