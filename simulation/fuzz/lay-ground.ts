import type { Api, Json } from "@counterfoil/testkit/api";
import type { FuzzedPlatform } from "./fuzz-platform.ts";

/** What paths and bodies need besides IDs: tokens of links, which only one response contains. */
export interface Ground {
  readonly links: { readonly quotes: string; readonly invoices: string };
}

const DAY = 86_400_000;
const money = (value: string) => ({ value });

/**
 * Creates one of each object in a state in which most operations succeed. Otherwise nearly every request would be refused.
 * Repeated now and then, because canceled and void objects stay so.
 */
export async function layGround({ stripe }: FuzzedPlatform, api: Api, round: number): Promise<Ground> {
  const keys = { secretKey: stripe.secretKey, publishableKey: "pk_test_fake", webhookSecret: stripe.webhookSecret };
  await api.patch("/payment-settings", { provider: "stripe", stripe: keys });
  const metric = await api.post("/metrics", {
    name: `Calls ${round}`,
    eventName: "call",
    aggregation: { method: "sum", field: "n" },
  });
  const metered = await api.post("/products", { name: "API", feeType: "metered", metricIds: [metric.id] });
  const fixed = await api.post("/products", { name: "Base", feeType: "fixed", paymentTerms: "advance" });
  const unit = await api.post("/prices", {
    productId: metered.id,
    unitPricingModel: { pricePerUnit: money("0.02") },
  });
  const base = await api.post("/prices", {
    productId: fixed.id,
    type: "fixed",
    billingInterval: "monthly",
    fixedPricingModel: { pricePerUnit: money("24.99"), units: 2 },
  });
  const bundle = await api.post("/price-bundles", { name: "Start", priceIds: [unit.id] });
  const plan = await api.post("/plans", { name: "Pro", priceGroups: [{ bundleId: bundle.id }] });
  const feature = await api.post("/features", { key: `calls-${round}`, name: "Calls", type: "boolean" });
  const account = await makeAccount(api, round);
  await api.post("/events", {
    uniqueId: `ground-${round}`,
    account: account.id,
    eventName: "call",
    properties: { n: 3 },
  });
  const running = await subscribe(api, account.id, [unit.id, base.id], new Date(Date.now() - 40 * DAY));
  await api.post(`/subscriptions/${running.id}/activate`);
  await subscribe(api, account.id, [base.id], new Date());
  const offered = await subscribe(api, account.id, [base.id], new Date(Date.now() + 10 * DAY));
  const quote = await api.post(`/subscriptions/${offered.id}/send`, {});
  const link = await moveMoney(api, account.id, round);
  await makeSettings(api, {
    metricId: metric.id,
    accountId: account.id,
    planId: plan.id,
    featureId: feature.id,
    round,
  });
  return { links: { quotes: String(quote["token"]), invoices: String(link["token"]) } };
}

async function makeAccount(api: Api, round: number): Promise<Json> {
  const account = await api.post("/accounts", {
    name: "Ground",
    aliases: [`ground-${round}`],
    contacts: [{ email: "ada@example.com", firstName: "Ada", isPrimary: true }],
    billingAddress: { line1: "1 Main St", city: "Berlin", postalCode: "10115" },
    currency: "USD",
    taxCountry: "DE",
    timezone: "Europe/Berlin",
  });
  await api.post(`/accounts/${account.id}/payment-method/setup`);
  await api.post(`/accounts/${account.id}/notes`, { text: "Ground" });
  await api.post(`/accounts/${account.id}/tags`, { add: ["Ground"] });
  await api.patch(`/accounts/${account.id}/metadata`, { metadata: { ground: "1" } });
  return account;
}

function subscribe(api: Api, accountId: string, priceIds: readonly string[], start: Date): Promise<Json> {
  const contractStartDate = start.toISOString().slice(0, "2024-01-31".length);
  return api.post("/subscriptions", {
    accountId,
    name: "Ground",
    currency: "USD",
    contractStartDate,
    priceGroups: [{ priceIds }],
  });
}

/** An issued invoice, a paid one, a draft, a note, a grant and a link. */
async function moveMoney(api: Api, accountId: string, round: number): Promise<Json> {
  const lines = [{ description: "Work", quantity: "2", unitPrice: "40.00" }];
  const make = () => api.post<Json & { lineItems: Json[] }>("/invoices", { accountId, currency: "USD", lines });
  const [issued, paid] = [await make(), await make()];
  await make();
  await api.post(`/invoices/${issued.id}/issue`);
  await api.post(`/invoices/${paid.id}/issue`);
  await api.post(`/invoices/${paid.id}/payments`, { amount: "30.00", method: "cash", externalId: `ground-${round}` });
  await api.post("/credit-notes", {
    invoiceId: issued.id,
    reason: "product_unsatisfactory",
    lines: [{ lineItemId: issued.lineItems[0]?.id, amount: "5.00" }],
    outcome: "apply",
  });
  await api.post(`/accounts/${accountId}/credit-grants`, { amount: "20.00", currency: "USD", reason: "Welcome" });
  return api.post(`/invoices/${issued.id}/payment-link`, {});
}

interface Named {
  readonly metricId: string;
  readonly accountId: string;
  readonly planId: string;
  readonly featureId: string;
  readonly round: number;
}

async function makeSettings(api: Api, { metricId, accountId, planId, featureId, round }: Named): Promise<void> {
  await api.post("/tax-rates", { name: "VAT", percentage: "19", country: "DE" });
  await api.post("/views", { list: "invoices", name: "Overdue", filters: { status: "overdue" } });
  await api.post("/usage-alerts", {
    name: "Much",
    metricId,
    measure: "quantity",
    period: "month",
    accountId,
    thresholds: ["100"],
  });
  await api.post("/test-clocks", { frozenTime: "2024-01-31" });
  const endpoint = await api.post("/webhook-endpoints", { url: "https://example.com/hook" });
  await api.post(`/webhook-endpoints/${endpoint.id}/test`);
  await api.post("/invitations", { email: `ada${round}@example.com`, role: "viewer" });
  await api.get("/notifications");
  await api.get(`/plans/${planId}`);
  await api.get(`/features/${featureId}`);
}
