import type { Api } from "@counterfoil/testkit/scenario";

/** Sells a price to a new account: a published version now contains it. Returns the ID of the subscription. */
export async function sell(api: Api, priceId: string): Promise<string> {
  const account = await api.post("/accounts", { name: "Buyer", currency: "USD" });
  const subscription = await api.post("/subscriptions", {
    accountId: account.id,
    name: "Contract",
    currency: "USD",
    priceGroups: [{ priceIds: [priceId] }],
  });
  await api.post(`/subscriptions/${subscription.id}/activate`);
  return subscription.id;
}
