import { grantConnection, ingestRecords } from "@counterfoil/service";
import type { Api, Json } from "@counterfoil/testkit/scenario";
import { environment } from "@counterfoil/testkit/scenario";
import { buildWorld } from "../conformance/world.ts";

/**
 * Creates rows in every list, many of which share the values that lists are sorted by. Returns the paths of the lists
 * that belong to a resource, with its ID.
 */
export async function fillLists(api: Api): Promise<Record<string, string>> {
  const world = await buildWorld(api);
  const deliveries = await fillWebhooks(api);
  await api.post("/api-keys", { name: "Reader", scopes: ["read"], expiresAt: "2090-01-01T00:00:00Z" });
  await api.post("/test-clocks", { frozenTime: "2024-01-01", name: "Second" });
  const clock = await api.post("/test-clocks", { frozenTime: "2024-01-01", name: "Third" });
  await api.patch("/organization", { modelCosts: {} });
  for (const mode of ["preview", "apply", "preview"]) {
    const { id } = await api.post("/model-prices/backfills", { mode });
    // A worker may have done it already.
    await api.request("POST", `/model-prices/backfills/${id}/cancel`);
  }
  let features = 0;
  for (const name of ["Twin", "Twin", "twin", "Ångström"]) {
    const twin = { name, eventName: "twin", aggregation: { method: "sum", field: "n" } };
    const metricId = (await api.post("/metrics", twin)).id;
    await api.post("/usage-alerts", { name, metricId, measure: "quantity", period: "day", thresholds: ["1", "2.5"] });
    const limit = { accountId: "crm-1", metricId, amount: "100", enforcement: "soft" };
    await api.post("/spend-limits", limit);
    const validFrom = `2024-01-0${features + 1}`;
    await api.post("/model-prices", { provider: "openai", model: "own", prices: { input: "2.5" }, validFrom });
    await api.post("/cost-prices", { metricId, unitCost: "0.5", currency: "USD", validFrom });
    await api.post("/views", { list: "invoices", name });
    const { id: objectId } = await api.post("/products", { name, feeType: "fixed" });
    const items = [{ objectType: "product", objectId, key: `twin-${features}` }];
    await api.request("PUT", "/catalog-keys", { body: { items } });
    await api.post("/price-bundles", { name, priceIds: [world.prices[0]?.id] });
    await api.post("/plans", { name });
    await api.post("/tax-rates", { name, percentage: "15", country: "NZ" });
    features += 1;
    await api.post("/features", { key: `feature-${features}`, name, type: "boolean" });
    const account = await api.post("/accounts", { name, testClockId: clock.id, contactEmail: "twin@example.com" });
    const priceGroups = [{ priceIds: [world.prices[0]?.id] }];
    const subscription = await api.post("/subscriptions", { accountId: account.id, name, priceGroups });
    // Invoices of the first day that differ only in their numbers.
    await api.post(`/subscriptions/${subscription.id}/activate`);
  }
  const rate = { fromCurrency: "USD", toCurrency: "EUR", rate: "0.92" };
  const days = ["2024-01-01", "2024-02-01", "2024-03-01"];
  await api.request("PUT", "/exchange-rates", { body: { items: days.map((date) => ({ ...rate, date })) } });
  const versions = `/subscriptions/${world.subscriptions.draft.id}/versions`;
  for (const changeDescription of ["Twin", "Twin", null]) await api.post(versions, { changeDescription });
  await api.post(versions, { changeDescription: "Ramp", startDate: "2027-01-01" });
  const event = { account: "crm-1", eventName: "api_call", timestamp: "2024-01-30T12:00:00Z" };
  const events = ["a", "b", "c"].map((uniqueId) => ({ ...event, uniqueId, properties: { quantity: 1 } }));
  await api.request("POST", "/events", {
    body: { events: [...events, { ...event, uniqueId: "d", account: "unknown" }] },
  });
  const lines = [{ description: "Work", unitPrice: "10.00" }];
  const invoice = await api.post("/invoices", { accountId: "crm-1", lines, autoIssue: true });
  const payments = `/invoices/${invoice.id}/payments`;
  for (const amount of ["1.00", "1.00", "2.50", "0.50"]) await api.post(payments, { amount, method: "cash" });
  for (const expiresAt of ["2024-06-01", "2024-06-01", "2024-07-01"]) {
    await api.post(`/invoices/${invoice.id}/payment-link`, { expiresAt });
  }
  for (const text of ["Twin", "Twin", "Called"]) await api.post("/accounts/crm-1/notes", { text });
  await api.request("PUT", "/accounts/crm-1/tags", { body: { tags: ["Twin", "twin", "VIP"] } });
  for (const mayCancel of [true, true, false]) await api.post("/accounts/crm-1/portal-link", { mayCancel });
  await fillPeople(api);
  await fillDeadLetters(api);
  await mailIsCaught(api);
  const credited = await fillCredit(api);
  return {
    "/subscriptions/{id}/versions": versions,
    "/invoices/{id}/payments": payments,
    "/invoices/{id}/payment-links": `/invoices/${invoice.id}/payment-links`,
    "/accounts/{id}/notes": "/accounts/crm-1/notes",
    "/accounts/{id}/portal-links": "/accounts/crm-1/portal-links",
    ...credited,
    ...deliveries,
  };
}

/** People who joined, and some who were only invited. */
async function fillPeople(api: Api): Promise<void> {
  const { id } = await api.get("/organization");
  const platform = await environment();
  for (const role of ["owner", "viewer", "viewer"] as const) {
    const personId = await platform.addPerson(id, `${role}-${Math.random()}@example.com`, role);
    // Programs that they connected.
    const actor = { type: "person", id: personId } as const;
    await grantConnection(
      { ...platform.ports, organizationId: id, actor, requestId: null },
      {
        request: {
          clientId: "assistant",
          clientName: "Assistant",
          redirectUri: "https://assistant.example/callback",
          codeChallenge: "challenge",
          resource: `${platform.url}/mcp`,
          scopes: ["read", "write"],
        },
        scopes: role === "owner" ? ["read", "write"] : ["read"],
        allowed: ["read", "write"],
      },
    );
  }
  for (const role of ["viewer", "viewer", "finance"]) {
    await api.post("/invitations", { email: `${Math.random()}@example.com`, role });
  }
}

/** Kafka records that are no events. */
async function fillDeadLetters(api: Api): Promise<void> {
  const { id: organizationId } = await api.get("/organization");
  const { ports } = await environment();
  const context = { ...ports, organizationId, actor: { type: "system", id: "worker" }, requestId: null } as const;
  const at = { consumerGroup: "counterfoil", topicId: "1", topic: "usage", partition: 0 };
  const records = ["no event", "no event", "{}", '{"uniqueId": 1}'].map((value, index) => ({
    offset: BigInt(index),
    recordedAt: "2024-01-30T12:00:00.000Z",
    key: null,
    value: Buffer.from(value),
    headers: [],
  }));
  await ingestRecords(context, at, { from: 0n, to: BigInt(records.length), records });
}

/** An account with grants that an invoice used, and credit notes of that invoice. */
async function fillCredit(api: Api): Promise<Record<string, string>> {
  const { id: accountId } = await api.post("/accounts", { name: "Credited" });
  const given = [{ description: "Credit", unitPrice: "-10" }];
  await api.post("/invoices", { accountId, currency: "EUR", lines: given, autoIssue: true });
  const grants = `/accounts/${accountId}/credit-grants`;
  const first = await api.post(grants, { amount: "5", reason: "Twin" });
  for (const amount of ["1", "2", "3", "4"]) {
    const conversion = { from: "EUR", to: "CHF", amount, rate: "0.95", reason: "Twin" };
    await api.post(`/accounts/${accountId}/credit-conversions`, conversion);
  }
  for (const amount of ["5", "7"]) await api.post(grants, { amount, reason: "Twin", expiresAt: "2090-01-01" });
  const lines = ["1", "2", "20"].map((unitPrice) => ({ description: "Setup", unitPrice }));
  const invoice = await api.post<Json & { lineItems: Json[] }>("/invoices", { accountId, lines, autoIssue: true });
  for (const { id: lineItemId } of invoice.lineItems) {
    const body = { invoiceId: invoice.id, reason: "Twin", outcome: "account_credit", lines: [{ lineItemId }] };
    await api.post("/credit-notes", body);
  }
  return {
    "/accounts/{id}/credit-grants": grants,
    "/accounts/{id}/credit-ledger": `/accounts/${accountId}/credit-ledger`,
    "/credit-grants/{id}/ledger": `/credit-grants/${first.id}/ledger`,
    "/invoices/{id}/credit-notes": `/invoices/${invoice.id}/credit-notes`,
  };
}

/** Endpoints of a sandbox that sends nothing, and the deliveries of one of them after a worker has caught them. */
async function fillWebhooks(api: Api): Promise<Record<string, string>> {
  for (const description of ["Twin", "Twin", null])
    await api.post("/webhook-endpoints", { url: "https://hooks.example.com/", description, eventTypes: ["credit.*"] });
  const endpoint = await api.post("/webhook-endpoints", {
    url: "https://hooks.example.com/",
    eventTypes: ["credit.*"],
  });
  const path = `/webhook-endpoints/${endpoint.id}/deliveries`;
  for (let count = 0; count < 4; count += 1) await api.post(`/webhook-endpoints/${endpoint.id}/test`);
  const pending = async () =>
    (await api.get<{ items: { status: string }[] }>(path)).items.filter(({ status }) => status === "pending").length;
  const deadline = performance.now() + 10_000;
  while ((await pending()) > 0 && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
  await api.patch(`/webhook-endpoints/${endpoint.id}`, { eventTypes: ["usage.*"] });
  return { "/webhook-endpoints/{id}/deliveries": path };
}

/** Waits until the worker has caught all mail, because its list changes until then. */
async function mailIsCaught(api: Api): Promise<void> {
  const filters = encodeURIComponent(JSON.stringify([{ field: "status", operator: "eq", value: "queued" }]));
  const queued = async () => (await api.get<{ items: object[] }>(`/mails?filters=${filters}`)).items.length;
  const deadline = performance.now() + 10_000;
  while ((await queued()) > 0 && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
}
