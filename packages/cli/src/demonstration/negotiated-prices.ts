import {
  type Context,
  createBundle,
  createMetric,
  createPlan,
  createPrice,
  createProduct,
  type PriceInput,
} from "@counterfoil/service";

/** The usage event that the negotiated prices bill. */
export const tradeEvent = "exchange.trade";
export const tradeRegions = ["eu-central", "us-east", "ap-southeast"] as const;

export interface NegotiatedPrices {
  /** The bundle of all metered prices. */
  readonly bundleId: string;
  readonly planId: string;
  /** A tiered price outside of the bundle. */
  readonly overnightId: string;
}

const money = (value: string) => ({ value });
const monthly = { billingInterval: "monthly", currency: "USD" } as const;

const tiers = [
  { minUnits: 0, maxUnits: 500, pricePerUnit: money("0.40"), fixedFee: money("25") },
  { minUnits: 501, maxUnits: null, pricePerUnit: money("0.30"), fixedFee: money("10") },
];
const shares = [
  { minUnits: 0, maxUnits: 100_000, percentage: money("0.20"), fixedFee: money("15") },
  { minUnits: 100_000, maxUnits: null, percentage: money("0.12"), fixedFee: money("5") },
];

/**
 * The prices of one customer's trading desk: every price type, each with terms that only a negotiation adds (R-RATE-2).
 */
export async function makeNegotiatedPrices(context: Context): Promise<NegotiatedPrices> {
  const metric = async (name: string, field: string, groupBy: string[] = []) =>
    (await createMetric(context, { name, eventName: tradeEvent, aggregation: { method: "sum", field }, groupBy })).id;
  const lots = await metric("Lots traded", "lots", ["region"]);
  const volume = await metric("Volume traded", "amount");
  const metered = async (name: string, metricId: string, unitLabel: string | null = "lot") =>
    (
      await createProduct(context, {
        name,
        feeType: "metered",
        metricIds: [metricId],
        unitLabel,
        taxCategory: "software",
      })
    ).id;
  const lot = (name: string) => metered(name, lots);
  const share = (name: string) => metered(name, volume, null);
  const desk = await createProduct(context, {
    name: "Trading desk",
    description: "Connections to the exchange, each on its own line.",
    sku: "BA-DESK",
    feeType: "fixed",
  });
  const prices: PriceInput[] = [
    {
      productId: desk.id,
      type: "fixed",
      fixedPricingModel: { units: 4, pricePerUnit: money("250.00") },
      discount: { discountType: "percentage", amount: money("5"), endDate: "2099-12-31" },
    },
    {
      productId: await lot("Market data"),
      type: "unit",
      unitPricingModel: { pricePerUnit: money("0.05") },
      discount: { discountType: "percentage", amount: money("10"), periodLength: 12, periodType: "months" },
      minimumSpend: { amount: money("20"), period: "monthly" },
      maximumSpend: { amount: money("900"), period: "monthly" },
      trialPeriodDays: 7,
    },
    { productId: await lot("Order routing"), type: "tiered", tieredPricingModel: { tiers } },
    { productId: await lot("Matching"), type: "graduated_tiered", graduatedTieredPricingModel: { tiers } },
    { productId: await share("Clearing"), type: "tiered_percentage", tieredPercentagePricingModel: { tiers: shares } },
    {
      productId: await share("Custody"),
      type: "graduated_percentage",
      graduatedPercentagePricingModel: { tiers: shares },
    },
    {
      productId: await share("Settlement"),
      type: "volume_percentage",
      volumePercentagePricingModel: { pricePerUnit: money("0.30"), percentage: money("0.05"), fixedFee: money("9") },
    },
    { productId: await lot("Replay"), type: "prepaid_tiered", prepaidTieredPricingModel: { tiers, units: 200 } },
    {
      productId: await lot("Archive"),
      type: "prepaid_fixed_tiered",
      prepaidFixedTieredPricingModel: { tiers, units: 200, overageInterval: "monthly" },
    },
    {
      productId: await lot("Alerts"),
      type: "package",
      packagePricingModel: { packageSize: 100, includedUnits: 50, pricePerPackage: money("12") },
    },
    {
      productId: await lot("Regional gateways"),
      type: "matrix",
      matrixPricingModel: {
        dimensions: ["region"],
        cells: [
          { values: { region: "eu-central" }, pricePerUnit: money("0.03") },
          { values: { region: "us-east" }, pricePerUnit: money("0.02") },
        ],
        defaultPricePerUnit: money("0.04"),
      },
    },
    {
      productId: await lot("Risk checks"),
      type: "expression",
      expressionPricingModel: {
        expression: "max(least, lots * each + volume * share)",
        metrics: { lots, volume },
        constants: { least: money("30"), each: money("0.01"), share: money("0.0001") },
      },
    },
  ];
  const bundle = await createBundle(context, {
    name: "Trading desk (USD)",
    description: "Connections, and all usage of the desk at individual prices.",
    prices: prices.map((price) => ({ ...monthly, ...price })),
  });
  const { id: overnightId } = await createPrice(context, {
    ...monthly,
    productId: await lot("Overnight routing"),
    type: "tiered",
    tieredPricingModel: { tiers },
  });
  const plan = await createPlan(context, {
    name: "Trading desk (USD)",
    description: "Four connections, plus usage.",
    currency: "USD",
    priceGroups: [
      {
        name: "Trading desk",
        description: "Connections and usage",
        bundleId: bundle.id,
        priceIds: bundle.prices.map(({ id }) => id),
      },
    ],
    discount: {
      discountType: "percentage",
      amount: "5",
      durationType: "fixed",
      durationValue: 6,
      durationUnit: "months",
    },
    trialPeriodDays: 14,
    minimumSpend: { amount: "500.00", period: "month" },
    maximumSpend: { amount: "25000.00", period: "month" },
  });
  return { bundleId: bundle.id, planId: plan.id, overnightId };
}
