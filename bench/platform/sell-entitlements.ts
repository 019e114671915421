import pg from "pg";
import type { Platform } from "./start-platform.ts";

/** Sells each account a plan that grants much of the feature `tokens` a month, over HTTP as a seller would. */
export async function sellEntitlements(platform: Platform, accountIds: readonly string[]): Promise<void> {
  async function post(path: string, body?: object): Promise<string> {
    const answer = await fetch(platform.url + path, {
      method: "POST",
      headers: { Authorization: `Bearer ${platform.token}`, "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as { id: string }).id;
  }
  const productId = await post("/products", { name: "Base", feeType: "fixed" });
  const priceId = await post("/prices", {
    productId,
    fixedPricingModel: { pricePerUnit: { value: "49.00" }, units: 1 },
  });
  await post("/features", { key: "tokens", name: "Tokens", type: "quantity" });
  await post("/features", { key: "sso", name: "Single sign-on", type: "boolean" });
  const entitlements = [
    { featureKey: "tokens", value: "1000000000", resets: "month" },
    { featureKey: "sso", value: true },
  ];
  const planId = await post("/plans", { name: "Pro", priceGroups: [{ priceIds: [priceId] }], entitlements });
  for (const accountId of accountIds) {
    const id = await post("/subscriptions", { accountId, planId });
    await post(`/subscriptions/${id}/activate`);
  }
  const client = new pg.Client({ connectionString: platform.ownerUrl });
  await client.connect();
  await client.query("analyze");
  await client.end();
}
