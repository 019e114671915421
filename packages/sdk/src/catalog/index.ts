import type { Catalog } from "./catalog.ts";

export type * from "./catalog.ts";
export type * from "./catalog-price.ts";

/**
 * Declares a catalog in `counterfoil.config.ts`, for `counterfoil catalog plan` and `push`. The compiler checks members,
 * and that each key that an entry names exists.
 *
 *     export default defineCatalog({
 *       products: { seats: { name: "Seats", feeType: "fixed" } },
 *       prices: { "seats-eur": { product: "seats", currency: "EUR", fixedPricingModel: { units: 1, pricePerUnit: "12.00" } } },
 *     });
 */
export function defineCatalog<
  const Metric extends string = never,
  const Product extends string = never,
  const Feature extends string = never,
  const Price extends string = never,
  const Bundle extends string = never,
>(catalog: Catalog<Metric, Product, Feature, Price, Bundle>): Catalog<Metric, Product, Feature, Price, Bundle> {
  return catalog;
}
