import { hash } from "node:crypto";
import { rememberedWith } from "@counterfoil/engine";
import type { BilledMetric, BilledPrice, BilledTerms, MetricRow, PriceWithProduct } from "@counterfoil/storage";
import { canonicalJson } from "../canonical-json.ts";

/**
 * The parts of a price and its metrics that determine amounts, with their hash. Terms that many lines share are
 * computed once, while their price is in memory.
 */
export const billedTerms: (price: PriceWithProduct) => BilledTerms = rememberedWith((price) => {
  const content = { price: billedPrice(price), metrics: price.metrics.map(billedMetric) };
  return { ...content, hash: termsHash(content) };
});

export function billedPrice({ id, type, pricingModel }: BilledPrice): BilledPrice {
  return { id, type, pricingModel };
}

/** Takes a metric, billed or current. Does not compile if the types of their common members differ. */
export function billedMetric(metric: Pick<MetricRow, keyof BilledMetric>): BilledMetric {
  const { id, name, eventName, filters, aggregation, groupBy } = metric;
  return { id, name, eventName, filters, aggregation, groupBy };
}

/** The same hash for the same terms, whatever the order of their members. */
export function termsHash({ price, metrics }: Pick<BilledTerms, "price" | "metrics">): string {
  return hash("sha256", canonicalJson({ price, metrics }));
}
