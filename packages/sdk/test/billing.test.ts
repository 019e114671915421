import { type Client, createClient } from "@counterfoil/sdk";
import { type AccountBilling, billingHandler, readBilling } from "@counterfoil/sdk/next";
import { makeFeatures, scenario, type Story } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, test } from "vitest";

// R-SDK-2: the server's side of the React components, against a real server.

let story: Story;
let client: Client;
let pro: string;
let free: string;

beforeAll(async () => {
  story = await scenario({ start: "2026-01-05" });
  client = createClient({ baseUrl: story.environment.url, apiKey: story.api.token });
  await makeFeatures(story.api, { reports: true, tokens: null });
  const base = await story.fixed("Base", "49.00");
  const calls = await story.metric("Calls");
  const perCall = await story.usage("API calls", { unit: "0.0125" }, { metrics: [calls] });
  pro = await story.plan("Pro", [base, perCall], {
    description: "For teams",
    trialPeriodDays: 14,
    entitlements: [
      { featureKey: "reports", value: true },
      { featureKey: "tokens", value: "1000.5", resets: "month" },
    ],
  });
  free = await story.plan("Free", [await story.fixed("Nothing", "0.00")], {});
  await story.plan("Made for another customer", [await story.fixed("Secret", "7.00")], {});
  await story.subscribe({ plan: pro });
});

test("reads the usage of an account and the offered plans, and no others", async () => {
  const billing = await readBilling(client, { account: story.accountId, planIds: [free, pro] });
  expect(billing.plans).toEqual([
    expect.objectContaining({ id: free, name: "Free", isCurrent: false, features: [] }),
    {
      id: pro,
      name: "Pro",
      description: "For teams",
      trialPeriodDays: 14,
      isCurrent: true,
      prices: [
        { name: "Base", kind: "fixed", amount: "49.00", currency: "USD", interval: "monthly", unitLabel: null },
        { name: "API calls", kind: "unit", amount: "0.0125", currency: "USD", interval: "monthly", unitLabel: null },
      ],
      features: [
        { featureKey: "reports", name: "reports", value: true, resets: "none" },
        { featureKey: "tokens", name: "tokens", value: "1000.5", resets: "month" },
      ],
    },
  ]);
  expect(billing.usage).toEqual([
    expect.objectContaining({ featureKey: "reports", type: "boolean", allowed: true }),
    expect.objectContaining({ featureKey: "tokens", limit: "1000.5", used: "0", remaining: "1000.5" }),
  ]);
  expect(JSON.stringify(billing)).not.toMatch(/sub_|Secret|token"/);
});

function handled(account: string | null, init: RequestInit = {}, baseUrl = story.environment.url) {
  const handle = billingHandler({
    client: createClient({ baseUrl, apiKey: story.api.token, retries: 0 }),
    account: () => account,
    planIds: [pro],
    portal: { returnUrl: "https://shop.example/billing", mayCancel: true },
  });
  return handle(new Request("https://shop.example/api/billing", init));
}

test("GET returns the data, which nothing may cache", async () => {
  const response = await handled(story.accountId);
  expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"]);
  const { plans, usage } = (await response.json()) as AccountBilling;
  expect([plans.map(({ name }) => name), usage.map(({ featureKey }) => featureKey)]).toEqual([
    ["Pro"],
    ["reports", "tokens"],
  ]);
});

test("POST redirects to a portal link of the account, which works and expires after an hour", async () => {
  const response = await handled(story.accountId, { method: "POST", headers: { "Sec-Fetch-Site": "same-origin" } });
  expect(response.status).toBe(303);
  const location = response.headers.get("location") ?? "";
  const token = location.split("/").at(-1) ?? "";
  const shown = await fetch(`${story.environment.url}/public/portal/${token}`);
  expect(await shown.json()).toMatchObject({ returnUrl: "https://shop.example/billing", mayCancel: true });
  const { items } = await client.accounts.listPortalLinks(story.accountId, { limit: 1, sort: "createdAt:desc" });
  const [link] = items;
  expect(Date.parse(link!.expiresAt) - Date.parse(link!.createdAt)).toBe(3_600_000);
});

test("refuses requests without an account, from another site, and with other methods", async () => {
  const links = async () => (await client.accounts.listPortalLinks(story.accountId, { limit: 100 }).all()).length;
  const before = await links();
  expect(await (await handled(null)).json()).toMatchObject({ status: 401, code: "account_required" });
  const foreign = await handled(story.accountId, { method: "POST", headers: { "Sec-Fetch-Site": "cross-site" } });
  expect(await foreign.json()).toMatchObject({ status: 403, code: "cross_site" });
  const other = await handled(story.accountId, { method: "DELETE" });
  expect([other.status, other.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
  expect(await links()).toBe(before);
});

test("while the billing server is unreachable, the response is 503", async () => {
  const response = await handled(story.accountId, {}, "http://127.0.0.1:1");
  expect(await response.json()).toMatchObject({ status: 503, code: "billing_unreachable" });
});
