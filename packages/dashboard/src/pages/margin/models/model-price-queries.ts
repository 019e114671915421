import { queryOptions } from "@tanstack/react-query";
import { asked } from "../../../server/asked.ts";

/** The organization's own prices of models, the newest first. There are few. */
export const ownPricesQuery = queryOptions({
  ...asked((api, signal) => api.modelPrices.list({ limit: 100, sort: "validFrom:desc" }, { signal }).all()),
});

/** Models whose events have no cost. */
export const unpricedQuery = queryOptions({
  ...asked((api, signal) => api.modelPrices.listUnpricedModels({ signal })),
});

const WATCH_MILLISECONDS = 500;

/** A backfill. Read repeatedly while it is running. */
export function backfillQuery(id: string) {
  return queryOptions({
    ...asked((api, signal) => api.modelPrices.getModelCostBackfill(id, { signal })),
    refetchInterval: ({ state }) => (state.data?.status === "running" ? WATCH_MILLISECONDS : false),
  });
}
