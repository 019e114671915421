import { hash } from "node:crypto";
import { rememberedWith } from "@counterfoil/engine";
import type { BilledMetric, BilledPrice, BilledTerms, PriceWithProduct } from "@counterfoil/storage";
import { canonicalJson } from "../canonical-json.ts";

/**
 * The part of a price and of its metrics from which amounts follow, with its hash. What many lines are billed by is frozen once, for
 * as long as its price is in memory.
 */
export const billedTerms: (price: PriceWithProduct) => BilledTerms = rememberedWith((price) => {
  const content = { price: billedPrice(price), metrics: price.metrics.map(billedMetric) };
  return { ...content, hash: termsHash(content) };
});

export function billedPrice({ id, type, pricingModel }: BilledPrice): BilledPrice {
  return { id, type, pricingModel };
}

export function billedMetric({ id, name, eventName, filters, aggregation, groupBy }: BilledMetric): BilledMetric {
  return { id, name, eventName, filters, aggregation, groupBy };
}

/** The same for the same terms, in whatever order their members come. */
export function termsHash({ price, metrics }: Pick<BilledTerms, "price" | "metrics">): string {
  return hash("sha256", canonicalJson({ price, metrics }));
}
