import type { Feature, Price, Product } from "@counterfoil/sdk";
import { queryOptions, useQueries, useQuery } from "@tanstack/react-query";
import { asked } from "../../server/asked.ts";

/** The catalog is small enough to load all of it for a choice. */
export const productsQuery = queryOptions({
  ...asked((api, signal) => api.products.list({ limit: 100, page: 1, sort: "name:asc" }, { signal }).all()),
});

/** Leaves out prices that were created for one subscription. */
export const CATALOG_PRICES = { field: "subscriptionId", operator: "exists", value: false } as const;

const pricesQuery = queryOptions({
  ...asked((api, signal) =>
    api.prices.list({ limit: 100, sort: "createdAt:desc", filters: [CATALOG_PRICES] }, { signal }).all(),
  ),
});

export const featuresQuery = queryOptions({
  ...asked((api, signal) => api.features.list({ limit: 100, sort: "name:asc" }, { signal }).all()),
});

export const priceQuery = (id: string) => queryOptions({ ...asked((api, signal) => api.prices.get(id, { signal })) });

/** The subscription that a price was created for; null for a price of the catalog. */
export const contractOfPriceQuery = (id: string) =>
  queryOptions({
    ...asked((api, signal) =>
      api.prices.list({ limit: 1, include: "subscription", filters: [{ field: "id", value: id }] }, { signal }),
    ),
    select: ({ items }) => items[0]?.subscriptionId ?? null,
  });

export function useProducts(): readonly Product[] {
  return useQuery(productsQuery).data ?? [];
}

export function usePrices(): readonly Price[] {
  return useQuery(pricesQuery).data ?? [];
}

interface OfferedPrices {
  readonly prices: readonly Price[];
  readonly isPending: boolean;
  readonly error: Error | null;
}

/** The prices of the catalog, and these ones even if they were created for one subscription. */
export function usePricesWith(ids: readonly string[]): OfferedPrices {
  const { data: catalog, error, isPending } = useQuery(pricesQuery);
  const missing =
    catalog === undefined ? [] : [...new Set(ids)].filter((id) => catalog.every((price) => price.id !== id));
  const others = useQueries({ queries: missing.map((id) => priceQuery(id)) });
  return {
    prices: [...(catalog ?? []), ...others.flatMap(({ data }) => data ?? [])],
    isPending: isPending || others.some((one) => one.isPending),
    error: error ?? others.find((one) => one.error !== null)?.error ?? null,
  };
}

export function useFeatures(): readonly Feature[] {
  return useQuery(featuresQuery).data ?? [];
}
