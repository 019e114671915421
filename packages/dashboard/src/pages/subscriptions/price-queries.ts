import type { Metric, Price, Product } from "@counterfoil/sdk";
import { queryOptions, useQueries, useQuery } from "@tanstack/react-query";
import { client } from "../../app/client.ts";

/** A price that was sold never changes, so it is read once. */
function priceQuery(id: string) {
  return queryOptions({
    queryKey: ["prices", id],
    queryFn: async ({ signal }) => await client.prices.get(id, { signal }),
    staleTime: 300_000,
  });
}

/** Every product: the answer is the whole list where no page is asked for. */
export const productsQuery = queryOptions({
  queryKey: ["products", "all"],
  queryFn: async ({ signal }) => (await client.products.list({}, { signal })).products,
  staleTime: 60_000,
});

export const metricsQuery = queryOptions({
  queryKey: ["metrics", "all"],
  queryFn: async ({ signal }) => await client.metrics.list({ limit: 100 }, { signal }).all(),
  staleTime: 60_000,
});

/** Prices with what they sell and what they count. */
export interface Catalogue {
  readonly prices: ReadonlyMap<string, Price>;
  readonly products: ReadonlyMap<string, Product>;
  readonly metrics: ReadonlyMap<string, Metric>;
  readonly isPending: boolean;
}

export function useCatalogue(priceIds: readonly string[]): Catalogue {
  const prices = useQueries({ queries: [...new Set(priceIds)].map(priceQuery) });
  const products = useQuery(productsQuery);
  const metrics = useQuery(metricsQuery);
  return {
    prices: new Map(prices.flatMap(({ data }) => (data === undefined ? [] : [[data.id, data]]))),
    products: new Map((products.data ?? []).map((product) => [product.id, product])),
    metrics: new Map((metrics.data ?? []).map((metric) => [metric.id, metric])),
    isPending: products.isPending || metrics.isPending || prices.some(({ isPending }) => isPending),
  };
}
