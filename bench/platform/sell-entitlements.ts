import type { Platform } from "./start-platform.ts";

/**
 * Creates a plan that grants much of the feature `tokens` a month. Returns a function that sells it to an account over
 * HTTP.
 */
export async function planWithEntitlements(platform: Platform): Promise<(accountId: string) => Promise<void>> {
  const { id: productId } = await platform.create("/products", { name: "Base", feeType: "fixed" });
  const fixedPricingModel = { pricePerUnit: { value: "49.00" }, units: 1 };
  const { id: priceId } = await platform.create("/prices", { productId, fixedPricingModel });
  await platform.create("/features", { key: "tokens", name: "Tokens", type: "quantity" });
  await platform.create("/features", { key: "sso", name: "Single sign-on", type: "boolean" });
  const entitlements = [
    { featureKey: "tokens", value: "1000000000", resets: "month" },
    { featureKey: "sso", value: true },
  ];
  const plan = { name: "Pro", priceGroups: [{ priceIds: [priceId] }], entitlements };
  const { id: planId } = await platform.create("/plans", plan);
  return async (accountId) => {
    const { id } = await platform.create("/subscriptions", { accountId, planId });
    await platform.create(`/subscriptions/${id}/activate`);
  };
}

/** Sells it to each account. */
export async function sellEntitlements(platform: Platform, accountIds: readonly string[]): Promise<void> {
  const sell = await planWithEntitlements(platform);
  for (const accountId of accountIds) await sell(accountId);
  await platform.owner.query("analyze");
}
