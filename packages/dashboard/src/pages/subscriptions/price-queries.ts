import type { Metric, Price, Product } from "@counterfoil/sdk";
import { useQueries, useQuery } from "@tanstack/react-query";
import { metricsQuery } from "../../named/metrics.ts";
import { priceQuery, productsQuery } from "../catalogue/queries.ts";

/** Sold prices do not change. Prices of a draft that change on this page are read again at once. */
const FIVE_MINUTES = 300_000;

/** Prices with their products and metrics. */
export interface Catalogue {
  readonly prices: ReadonlyMap<string, Price>;
  readonly products: ReadonlyMap<string, Product>;
  readonly metrics: ReadonlyMap<string, Metric>;
  readonly isPending: boolean;
  /** The error of a failed query, because the data shown would then be incomplete. */
  readonly error: Error | null;
}

export function useCatalogue(priceIds: readonly string[]): Catalogue {
  const prices = useQueries({
    queries: [...new Set(priceIds)].map((id) => ({ ...priceQuery(id), staleTime: FIVE_MINUTES })),
  });
  const products = useQuery(productsQuery);
  const metrics = useQuery(metricsQuery);
  const all = [products, metrics, ...prices];
  return {
    prices: new Map(prices.flatMap(({ data }) => (data === undefined ? [] : [[data.id, data]]))),
    products: new Map((products.data ?? []).map((product) => [product.id, product])),
    metrics: new Map((metrics.data ?? []).map((metric) => [metric.id, metric])),
    isPending: all.some(({ isPending }) => isPending),
    error: all.find(({ error, data }) => error !== null && data === undefined)?.error ?? null,
  };
}
