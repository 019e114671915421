import { queryOptions } from "@tanstack/react-query";
import { asked } from "../../../server/asked.ts";

export const planQuery = (id: string) => queryOptions({ ...asked((api, signal) => api.plans.get(id, { signal })) });

export const bundlesQuery = queryOptions({
  ...asked((api, signal) => api.priceBundles.list({ limit: 100, sort: "name:asc" }, { signal }).all()),
});
