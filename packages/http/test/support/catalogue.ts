import type { Api } from "@counterfoil/testkit/scenario";

/** One of each kind of item that is sold. */
export interface Catalogue {
  readonly metricId: string;
  readonly productId: string;
  readonly priceId: string;
  readonly bundleId: string;
  readonly planId: string;
}

/** Fills an organization with one metric, metered product, price, bundle and plan. */
export async function createCatalogue(api: Api): Promise<Catalogue> {
  const metric = { name: "Calls", eventName: "call", aggregation: { method: "count" } };
  const metricId = (await api.post("/metrics", metric)).id;
  const productId = (await api.post("/products", { name: "API", feeType: "metered", metricIds: [metricId] })).id;
  const unitPricingModel = { pricePerUnit: { value: "0.10" } };
  const priceId = (await api.post("/prices", { productId, unitPricingModel })).id;
  const bundleId = (await api.post("/price-bundles", { name: "Start", priceIds: [priceId] })).id;
  const planId = (await api.post("/plans", { name: "Pro", priceGroups: [{ bundleId }] })).id;
  return { metricId, productId, priceId, bundleId, planId };
}
