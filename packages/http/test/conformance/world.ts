import type { Api, Json } from "@counterfoil/testkit/scenario";

/**
 * Two of each resource, one with as few fields as possible and one with all of them, so that both null and values
 * appear.
 */
export interface World {
  readonly accounts: { readonly bare: Json; readonly full: Json };
  readonly metrics: { readonly bare: Json; readonly full: Json };
  readonly products: { readonly fixed: Json; readonly metered: Json };
  /** A price of every type in the tables. */
  readonly prices: readonly Json[];
  readonly bundle: Json;
  readonly plans: { readonly bare: Json; readonly full: Json };
  readonly subscriptions: { readonly draft: Json; readonly full: Json };
}

const money = (value: string) => ({ value });

/** Two tiers of a price in a request. */
const tiers = [
  { minUnits: 0, maxUnits: 100, pricePerUnit: money("0.15"), fixedFee: money("5") },
  { minUnits: 101, maxUnits: null, pricePerUnit: money("0.10"), fixedFee: money("0") },
];
const percentageTiers = tiers.map(({ pricePerUnit, ...rest }) => ({ ...rest, percentage: pricePerUnit }));

const models: readonly Record<string, unknown>[] = [
  { type: "unit", unitPricingModel: { pricePerUnit: money("0.002") } },
  { type: "tiered", tieredPricingModel: { tiers } },
  { type: "graduated_tiered", graduatedTieredPricingModel: { tiers } },
  { type: "tiered_percentage", tieredPercentagePricingModel: { tiers: percentageTiers } },
  { type: "graduated_percentage", graduatedPercentagePricingModel: { tiers: percentageTiers } },
  {
    type: "volume_percentage",
    volumePercentagePricingModel: { pricePerUnit: money("0.30"), percentage: money("2.9"), fixedFee: money("1") },
  },
  { type: "prepaid_tiered", prepaidTieredPricingModel: { tiers, units: 1_000 } },
  {
    type: "prepaid_fixed_tiered",
    prepaidFixedTieredPricingModel: { tiers, units: 1_000, overageInterval: "monthly" },
  },
];

export async function buildWorld(api: Api): Promise<World> {
  const clock = await api.post("/test-clocks", { frozenTime: "2024-01-31" });
  const accounts = { bare: await api.post("/accounts", { name: "Bare" }), full: await fullAccount(api, clock.id) };
  const metrics = await makeMetrics(api);
  const products = {
    fixed: await api.post("/products", { name: "Base", feeType: "fixed" }),
    metered: await api.post("/products", {
      name: "API calls",
      description: "Calls of the interface",
      sku: "API-1",
      feeType: "metered",
      metricIds: [metrics.full.id],
      unitLabel: "call",
      taxCategory: "software",
    }),
  };
  const fixed = await api.post("/prices", {
    productId: products.fixed.id,
    type: "fixed",
    billingInterval: "monthly",
    fixedPricingModel: { pricePerUnit: money("24.99"), units: 2 },
  });
  const prices = [fixed];
  for (const model of models) prices.push(await api.post("/prices", { productId: products.metered.id, ...model }));
  await api.post("/prices", {
    productId: { Type: products.metered.id },
    ...models[0],
    trialPeriodDays: 14,
    discount: { discountType: "percentage", amount: money("10"), periodLength: 3, periodType: "months" },
    minimumSpend: { amount: money("10"), period: "monthly" },
    maximumSpend: { amount: money("99.5"), period: "monthly" },
  });
  const bundle = await api.post("/price-bundles", {
    name: "Everything",
    description: "One price of each type",
    priceIds: prices.map((price) => price.id),
  });
  const plans = await makePlans(api, fixed.id);
  const sold = prices.filter((price) => ["fixed", "unit", "tiered"].includes(String(price["type"])));
  return {
    accounts,
    metrics,
    products,
    prices,
    bundle,
    plans,
    subscriptions: await makeSubscriptions(api, accounts, sold),
  };
}

function fullAccount(api: Api, testClockId: string): Promise<Json> {
  return api.post("/accounts", {
    name: "Full",
    aliases: ["crm-1", "shop-1"],
    contacts: [
      { email: "ada@example.com", firstName: "Ada", lastName: "Byron", isPrimary: true, emailPreferences: ["billing"] },
      { email: "it@example.com" },
    ],
    billingAddress: { line1: "1 Main St", line2: "Floor 2", city: "Springfield", state: "IL", postalCode: "62701" },
    currency: "USD",
    billingEmail: "billing@example.com",
    taxId: "DE123456789",
    taxStatus: "taxable",
    taxCountry: "DE",
    timezone: "Europe/Berlin",
    testClockId,
  });
}

async function makeMetrics(api: Api): Promise<World["metrics"]> {
  const bare = await api.post("/metrics", { name: "Logins", eventName: "login", aggregation: { method: "count" } });
  const filters = [{ operator: "and", filters: [{ field: "region", operator: "equal", value: "eu" }] }];
  const full = await api.post("/metrics", {
    name: "Calls",
    description: "European calls",
    eventName: "api_call",
    aggregation: { method: "sum", field: "quantity" },
    filters,
    groupBy: ["region"],
  });
  return { bare, full };
}

async function makePlans(api: Api, priceId: string): Promise<World["plans"]> {
  const bare = await api.post("/plans", { name: "Bare" });
  const full = await api.post("/plans", {
    name: "Full",
    description: "With everything",
    currency: "USD",
    priceGroups: [{ name: "Base", description: "Seats", priceIds: [priceId] }],
    contractPeriodType: "fixed",
    contractDuration: 12,
    trialPeriodDays: 14,
    minimumSpend: { amount: "10.00", period: "month" },
    maximumSpend: { amount: "1000.00", period: "month" },
    discount: {
      discountType: "percentage",
      amount: "10",
      durationType: "fixed",
      durationValue: 3,
      durationUnit: "months",
    },
    invoicePaymentTerms: "net_15",
    autoRenew: true,
    renewalPeriodType: "fixed",
    renewalDuration: 12,
  });
  return { bare, full };
}

async function makeSubscriptions(
  api: Api,
  accounts: World["accounts"],
  prices: readonly Json[],
): Promise<World["subscriptions"]> {
  const draft = await api.post("/subscriptions", { accountId: accounts.bare.id });
  const bundle = await api.post("/price-bundles", { name: "Sold", priceIds: prices.slice(1).map((price) => price.id) });
  const full = await api.post("/subscriptions", {
    accountId: "crm-1",
    name: "Full",
    description: "With everything",
    purchaseOrderNumber: "PO-7",
    priceGroups: [{ priceIds: [prices[0]?.id] }, { name: "Usage", description: "Metered", bundleId: bundle.id }],
    trialPeriodDays: 7,
    additionalTerms: "Net of withholding.",
    termsOfServiceLinks: [{ title: "Terms", url: "https://example.com/terms" }],
    termsOfServiceFiles: [{ title: "Terms", fileURL: "https://example.com/terms.pdf" }],
    minimumSpend: { amount: "10.00", period: "month" },
    maximumSpend: { amount: "1000.00", period: "month" },
    contractStartDate: "2024-01-31",
    contractPeriodType: "fixed",
    contractDuration: 12,
    discount: {
      discountType: "percentage",
      amount: "10",
      durationType: "fixed",
      durationValue: 3,
      durationUnit: "months",
    },
    currency: "EUR",
    sourceCurrency: "USD",
    conversionRate: "0.9125",
    conversionRateDate: "2024-01-30",
    quoteTemplateId: "standard",
    invoiceGenerationStartDate: "2024-01-31",
    autoRenew: true,
    renewalPeriodType: "fixed",
    renewalDuration: 12,
    firstBillingDate: "2024-02-07",
    invoicePaymentTerms: "net_15",
    invoiceMemoTemplate: "Thank you",
    invoiceFooterText: "Registered in Springfield",
  });
  return { draft, full };
}
