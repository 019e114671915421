import type { MetricRow, PriceRow, PriceWithProduct, ProductRow } from "@counterfoil/storage";

const at = "2024-01-01T00:00:00.000Z";

/** A recurring product that is paid in advance. */
export const product = (members: Partial<ProductRow> = {}): ProductRow => ({
  id: "prod_1",
  name: "Seats",
  description: null,
  sku: null,
  feeType: "fixed",
  paymentTerms: "advance",
  billingFrequency: "recurring",
  metricIds: [],
  unitLabel: null,
  taxCategory: null,
  archivedAt: null,
  createdAt: at,
  updatedAt: at,
  ...members,
});

/** One unit for 49.00 EUR a month. */
export const price = (members: Partial<PriceRow> = {}): PriceRow => ({
  id: "price_1",
  productId: "prod_1",
  type: "fixed",
  billingInterval: "monthly",
  currency: "EUR",
  metricIds: [],
  pricingModel: { pricePerUnit: { value: "49.00" }, units: 1 },
  discount: null,
  trialPeriodDays: null,
  minimumSpend: null,
  maximumSpend: null,
  taxRateIds: [],
  subscriptionId: null,
  replacesPriceId: null,
  replacedByPriceId: null,
  archivedAt: null,
  createdAt: at,
  updatedAt: at,
  ...members,
});

export const priceWithProduct = (members: Partial<PriceWithProduct> = {}): PriceWithProduct => ({
  ...price(members),
  product: product(),
  metrics: [],
  ...members,
});

/** Counts API calls. */
export const metric = (members: Partial<MetricRow> = {}): MetricRow => ({
  id: "metric_1",
  name: "API calls",
  description: null,
  eventName: "api_call",
  filters: [],
  aggregation: { method: "count", field: null },
  groupBy: [],
  archivedAt: null,
  createdAt: at,
  updatedAt: at,
  ...members,
});
