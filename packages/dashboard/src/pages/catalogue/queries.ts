import type { Feature, Price, Product } from "@counterfoil/sdk";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { client } from "../../app/client.ts";

/** The catalogue is small enough to be read whole where something is chosen from it. */
export const productsQuery = queryOptions({
  queryKey: ["products", "all"],
  queryFn: ({ signal }) => client.products.list({ limit: 100, page: 1, sort: "name:asc" }, { signal }).all(),
});

export const pricesQuery = queryOptions({
  queryKey: ["prices", "all"],
  queryFn: ({ signal }) => client.prices.list({ limit: 100, sort: "createdAt:desc" }, { signal }).all(),
});

export const featuresQuery = queryOptions({
  queryKey: ["features", "all"],
  queryFn: ({ signal }) => client.features.list({ limit: 100, sort: "name:asc" }, { signal }).all(),
});

export const priceQuery = (id: string) =>
  queryOptions({ queryKey: ["prices", id], queryFn: ({ signal }) => client.prices.get(id, { signal }) });

export function useProducts(): readonly Product[] {
  return useQuery(productsQuery).data ?? [];
}

export function usePrices(): readonly Price[] {
  return useQuery(pricesQuery).data ?? [];
}

export function useFeatures(): readonly Feature[] {
  return useQuery(featuresQuery).data ?? [];
}
