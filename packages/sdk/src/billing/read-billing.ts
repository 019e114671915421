import type { Client } from "../client.ts";
import type { Feature, ListedPrice, Plan, Product } from "../generated/types.gen.ts";
import type { AccountBilling, OfferedFeature, OfferedPlan, OfferedPrice } from "./account-billing.ts";

export interface BillingQuestion {
  /** ID or alias. */
  readonly account: string;
  /**
   * The plans that you offer, in the order in which to show them. No others are returned: your catalog may have plans
   * that were made for one customer.
   */
  readonly planIds: readonly string[];
}

/** Reads what a billing page of an account shows. For servers: it needs an API key. */
export async function readBilling(client: Client, { account, planIds }: BillingQuestion): Promise<AccountBilling> {
  const [{ accountId, asOf, entitlements }, plans] = await Promise.all([
    client.accounts.getEntitlements(account),
    Promise.all(planIds.map((id) => client.plans.get(id))),
  ]);
  const [current, priceOf, featureOf] = await Promise.all([
    readCurrentPlans(client, accountId),
    readPrices(client, plans),
    readFeatures(client, plans),
  ]);
  const usage = entitlements.map(({ subscriptionIds: _hidden, ...shown }) => shown);
  const offer = (plan: Plan): OfferedPlan => ({
    id: plan.id,
    name: plan.name,
    description: plan.description,
    trialPeriodDays: plan.trialPeriodDays,
    isCurrent: current.has(plan.id),
    prices: plan.priceGroups.flatMap(({ priceIds }) => priceIds.flatMap((id) => priceOf.get(id) ?? [])),
    features: plan.entitlements.map((granted): OfferedFeature => ({
      ...granted,
      name: featureOf.get(granted.featureKey)?.name ?? granted.featureKey,
    })),
  });
  return { asOf, usage, plans: plans.map(offer) };
}

async function readCurrentPlans(client: Client, accountId: string): Promise<Set<string | null>> {
  const filters = [
    { field: "accountId", value: accountId },
    { field: "status", value: "active" },
  ] as const;
  const subscriptions = await client.subscriptions.list({ filters, limit: 100 }).all();
  return new Set(subscriptions.map(({ planId }) => planId));
}

async function readPrices(client: Client, plans: readonly Plan[]): Promise<Map<string, OfferedPrice>> {
  const ids = [...new Set(plans.flatMap(({ priceGroups }) => priceGroups.flatMap(({ priceIds }) => priceIds)))];
  const prices = await readInParts(ids, (some) => client.prices.list(idIn(some)).all());
  const productIds = [...new Set(prices.map(({ productId }) => productId))];
  const products = await readInParts(productIds, (some) => client.products.list(idIn(some)).all());
  const productOf = new Map(products.map((product) => [product.id, product]));
  return new Map(prices.map((price) => [price.id, offerPrice(price, productOf.get(price.productId))]));
}

async function readFeatures(client: Client, plans: readonly Plan[]): Promise<Map<string, Feature>> {
  const keys = [...new Set(plans.flatMap(({ entitlements }) => entitlements.map(({ featureKey }) => featureKey)))];
  const ofKeys = (some: readonly string[]) =>
    client.features.list({ filters: [{ field: "key", operator: "in", value: some }], limit: PART }).all();
  const features = await readInParts(keys, ofKeys);
  return new Map(features.map((feature) => [feature.key, feature]));
}

function offerPrice(price: ListedPrice, product: Product | undefined): OfferedPrice {
  const { currency, billingInterval: interval, fixedPricingModel, unitPricingModel } = price;
  const shown = { name: product?.name ?? "", currency, interval, unitLabel: product?.unitLabel ?? null };
  if (fixedPricingModel !== undefined) return { ...shown, kind: "fixed", amount: fixedPricingModel.total.value };
  if (unitPricingModel !== undefined) return { ...shown, kind: "unit", amount: unitPricingModel.pricePerUnit.value };
  return { ...shown, kind: "usage", amount: null };
}

/** As many IDs as one page of a list may have items. */
const PART = 100;

function idIn(ids: readonly string[]) {
  return { filters: [{ field: "id", operator: "in", value: ids }], limit: PART } as const;
}

async function readInParts<Item>(
  ids: readonly string[],
  read: (some: readonly string[]) => Promise<readonly Item[]>,
): Promise<readonly Item[]> {
  const parts = Array.from({ length: Math.ceil(ids.length / PART) }, (_, k) => ids.slice(k * PART, (k + 1) * PART));
  return (await Promise.all(parts.map(read))).flat();
}
