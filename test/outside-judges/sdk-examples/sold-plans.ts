import type { Client } from "@counterfoil/sdk";

/** What the examples sell: `Free` has 200 tokens a month, `Pro` reports and 1,000 tokens. */
export interface SoldPlans {
  readonly planIds: readonly string[];
}

/**
 * Creates the plans, an account `acme` that has `Pro`, and an account `globex` without a contract. Tokens are counted
 * from the events that the middleware of the AI SDK sends.
 */
export async function sellPlans(client: Client): Promise<SoldPlans> {
  const metric = await client.metrics.create({
    name: "Tokens",
    eventName: "model_call",
    aggregation: { method: "sum", field: "total_tokens" },
  });
  await client.features.create({ key: "reports", name: "Reports", type: "boolean" });
  await client.features.create({ key: "tokens", name: "Tokens", type: "quantity", metricId: metric.id });
  const base = await client.products.create({ name: "Base fee", feeType: "fixed" });
  const used = await client.products.create({
    name: "Tokens above the limit",
    feeType: "metered",
    metricIds: [metric.id],
    unitLabel: "token",
  });
  const priceOf = async (value: string) =>
    (
      await client.prices.create({
        productId: base.id,
        currency: "USD",
        fixedPricingModel: { pricePerUnit: { value }, units: 1 },
      })
    ).id;
  const perToken = await client.prices.create({
    productId: used.id,
    currency: "USD",
    unitPricingModel: { pricePerUnit: { value: "0.00002" } },
  });
  const free = await client.plans.create({
    name: "Free",
    description: "To try it out",
    currency: "USD",
    priceGroups: [{ priceIds: [await priceOf("0.00")] }],
    entitlements: [
      { featureKey: "reports", value: false },
      { featureKey: "tokens", value: "200", resets: "month" },
    ],
  });
  const pro = await client.plans.create({
    name: "Pro",
    description: "For teams that write every day",
    currency: "USD",
    priceGroups: [{ priceIds: [await priceOf("49.00"), perToken.id] }],
    entitlements: [
      { featureKey: "reports", value: true },
      { featureKey: "tokens", value: "1000", resets: "month" },
    ],
  });
  for (const name of ["acme", "globex"]) {
    await client.accounts.create({ name, currency: "USD", aliases: [name] });
  }
  const { id } = await client.subscriptions.create({ accountId: "acme", planId: pro.id, currency: "USD", name: "Pro" });
  await client.subscriptions.activate(id);
  return { planIds: [free.id, pro.id] };
}

/** A plan whose tokens cost enough to be seen: 0.01 each. */
export async function sellPrepaidTokens(client: Client): Promise<{ readonly planId: string }> {
  const { items } = await client.metrics.list();
  const metricIds = items.filter(({ eventName }) => eventName === "model_call").map(({ id }) => id);
  const product = await client.products.create({ name: "Prepaid tokens", feeType: "metered", metricIds });
  const price = await client.prices.create({
    productId: product.id,
    currency: "USD",
    unitPricingModel: { pricePerUnit: { value: "0.01" } },
  });
  const plan = await client.plans.create({
    name: "Prepaid",
    currency: "USD",
    priceGroups: [{ priceIds: [price.id] }],
  });
  return { planId: plan.id };
}
