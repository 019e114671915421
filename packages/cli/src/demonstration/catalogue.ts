import { type Context, createBundle, createPlan, createPrice, type PriceInput } from "@counterfoil/service";
import { currencies, type Currency } from "./customers.ts";
import { type PlanName, planNames, type PriceList, priceLists } from "./price-list.ts";
import { makeProducts, type Products } from "./products.ts";

/** What can be sold in one currency. */
export interface Offer {
  readonly plans: Readonly<Record<PlanName, string>>;
  readonly platform: Readonly<Record<PlanName, string>>;
  readonly onboarding: Readonly<Record<"team" | "scale", string>>;
  /** The bundle of the three metered prices. */
  readonly usage: string;
  /** A price for this number of seats: each contract has its own. */
  seats(plan: PlanName, units: number): PriceInput;
}

export type Catalogue = Readonly<Record<Currency, Offer>>;

/** The seats included at the start of a plan. */
const PLAN_SEATS: Readonly<Record<PlanName, number>> = { starter: 3, team: 15, scale: 60, enterprise: 150 };
const TITLES: Readonly<Record<PlanName, string>> = {
  starter: "Starter",
  team: "Team",
  scale: "Scale",
  enterprise: "Enterprise",
};

export async function makeCatalogue(context: Context): Promise<Catalogue> {
  const products = await makeProducts(context);
  const offers: Partial<Record<Currency, Offer>> = {};
  for (const currency of currencies)
    offers[currency] = await makeOffer(context, products, currency, priceLists[currency]);
  return offers as Catalogue;
}

async function makeOffer(context: Context, products: Products, currency: Currency, list: PriceList): Promise<Offer> {
  const price = async (input: PriceInput) => (await createPrice(context, { ...input, currency })).id;
  const platform = await eachPlan((plan) => price(platformPrice(products, plan, list)));
  const onboarding = {
    team: await price(onboardingPrice(products, list.onboarding.team)),
    scale: await price(onboardingPrice(products, list.onboarding.scale)),
  };
  const usage = await createBundle(context, {
    name: `Usage (${currency})`,
    description: "API calls, storage and payments processing, billed by usage.",
    prices: usagePrices(products, list).map((one) => ({ ...one, currency })),
  });
  const seats = (plan: PlanName, units: number): PriceInput => ({
    productId: products.seats,
    type: "fixed",
    billingInterval: "monthly",
    currency,
    fixedPricingModel: { units, pricePerUnit: { value: list.seat[plan] } },
  });
  const plans = await eachPlan(async (plan) => {
    const seatPrice = await price(seats(plan, PLAN_SEATS[plan]));
    const isYearly = plan === "enterprise";
    const made = await createPlan(context, {
      name: `${TITLES[plan]} (${currency})`,
      description: `${PLAN_SEATS[plan]} seats, plus usage.`,
      currency,
      priceGroups: [
        { name: "Subscription", priceIds: [platform[plan], seatPrice] },
        { name: "Usage", bundleId: usage.id, priceIds: usage.prices.map(({ id }) => id) },
      ],
      ...(isYearly ? { contractPeriodType: "fixed", contractDuration: 12, autoRenew: true } : {}),
      ...(isYearly ? { renewalPeriodType: "fixed", renewalDuration: 12, invoicePaymentTerms: "net_60" } : {}),
    });
    return made.id;
  });
  return { plans, platform, onboarding, usage: usage.id, seats };
}

async function eachPlan(make: (plan: PlanName) => Promise<string>): Promise<Record<PlanName, string>> {
  const ids: Partial<Record<PlanName, string>> = {};
  for (const plan of planNames) ids[plan] = await make(plan);
  return ids as Record<PlanName, string>;
}

function platformPrice({ platform }: Products, plan: PlanName, list: PriceList): PriceInput {
  const billingInterval = plan === "enterprise" ? "yearly" : "monthly";
  const fixedPricingModel = { units: 1, pricePerUnit: { value: list.platform[plan] } };
  return { productId: platform, type: "fixed", billingInterval, fixedPricingModel };
}

function onboardingPrice({ onboarding }: Products, value: string): PriceInput {
  return { productId: onboarding, type: "fixed", fixedPricingModel: { units: 1, pricePerUnit: { value } } };
}

function usagePrices({ calls, storage, payments }: Products, list: PriceList): PriceInput[] {
  const billingInterval = "monthly";
  return [
    {
      productId: calls,
      type: "graduated_tiered",
      billingInterval,
      graduatedTieredPricingModel: {
        tiers: [
          { minUnits: 0, maxUnits: 250_000, pricePerUnit: { value: "0" } },
          { minUnits: 250_001, maxUnits: 10_000_000, pricePerUnit: { value: list.call[0] } },
          { minUnits: 10_000_001, maxUnits: null, pricePerUnit: { value: list.call[1] } },
        ],
      },
    },
    {
      productId: storage,
      type: "graduated_tiered",
      billingInterval,
      graduatedTieredPricingModel: {
        tiers: [
          { minUnits: 0, maxUnits: 100, pricePerUnit: { value: "0" } },
          { minUnits: 101, maxUnits: 1_000, pricePerUnit: { value: list.gigabyte[0] } },
          { minUnits: 1_001, maxUnits: null, pricePerUnit: { value: list.gigabyte[1] } },
        ],
      },
    },
    {
      productId: payments,
      type: "graduated_percentage",
      billingInterval,
      graduatedPercentagePricingModel: {
        tiers: [
          { minUnits: 0, maxUnits: 250_000, percentage: { value: list.payments[0] } },
          { minUnits: 250_001, maxUnits: null, percentage: { value: list.payments[1] } },
        ],
      },
    },
  ];
}
