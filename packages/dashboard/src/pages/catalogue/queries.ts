import type { Feature, Price, Product } from "@counterfoil/sdk";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { asked } from "../../server/asked.ts";

/** The catalogue is small enough to be read whole where something is chosen from it. */
export const productsQuery = queryOptions({
  ...asked((api, signal) => api.products.list({ limit: 100, page: 1, sort: "name:asc" }, { signal }).all()),
});

export const pricesQuery = queryOptions({
  ...asked((api, signal) => api.prices.list({ limit: 100, sort: "createdAt:desc" }, { signal }).all()),
});

export const featuresQuery = queryOptions({
  ...asked((api, signal) => api.features.list({ limit: 100, sort: "name:asc" }, { signal }).all()),
});

export const priceQuery = (id: string) => queryOptions({ ...asked((api, signal) => api.prices.get(id, { signal })) });

export function useProducts(): readonly Product[] {
  return useQuery(productsQuery).data ?? [];
}

export function usePrices(): readonly Price[] {
  return useQuery(pricesQuery).data ?? [];
}

export function useFeatures(): readonly Feature[] {
  return useQuery(featuresQuery).data ?? [];
}
