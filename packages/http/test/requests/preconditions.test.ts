import { inlined } from "@counterfoil/testkit/contract";
import { type Api, environment, type Environment, type Json } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, test, vi } from "vitest";
import { walkRoutes } from "../organizations/walked-routes.ts";
import { createCatalogue } from "../support/catalogue.ts";

// R-API-5: resources have an ETag, and a write with a different one changes nothing.

let platform: Environment;
let api: Api;
/** For each PATCH and DELETE of a resource that can be read: its path, and a body that changes it. */
let writes: Record<string, { path: string; body?: object }>;

beforeAll(async () => {
  platform = await environment();
  const organization = await platform.createOrganization();
  api = organization.api;
  const { metricId, productId, priceId, bundleId, planId } = await createCatalogue(api);
  const account = await api.post("/accounts", { name: "Acme", currency: "USD" });
  const draft = () =>
    api.post("/invoices", { accountId: account.id, lines: [{ description: "Setup", unitPrice: "9" }] });
  const subscription = await api.post("/subscriptions", {
    accountId: account.id,
    priceGroups: [{ priceIds: [priceId] }],
  });
  const version = () =>
    api.post(`/subscriptions/${subscription.id}/versions`, { priceGroups: [{ priceIds: [priceId] }] });
  const exchangeRate = async () => {
    const body = { items: [{ fromCurrency: "USD", toCurrency: "EUR", date: "2026-01-31", rate: "0.92" }] };
    const answer = await api.request("PUT", "/exchange-rates", { body });
    return (answer.body["items"] as { id: string }[])[0]?.id;
  };
  let costDay = 1;
  const costPrice = async () => {
    const validFrom = `2024-01-0${costDay++}`;
    const { id } = await api.post("/cost-prices", { metricId, unitCost: "1", currency: "USD", validFrom });
    // A worker applies it to earlier events, and changes it by that.
    await vi.waitUntil(async () => (await api.get<{ isApplied: boolean }>(`/cost-prices/${id}`)).isApplied, 60_000);
    return `/cost-prices/${id}`;
  };
  let modelPrices = 0;
  const modelPrice = async () => {
    const price = { provider: "acme", model: `model-${++modelPrices}`, prices: { input: "1" } };
    return `/model-prices/${(await api.post("/model-prices", price)).id}`;
  };
  const notes = `/accounts/${account.id}/notes`;
  const note = () => api.post(notes, { text: "Called" });
  const taxRate = () => api.post("/tax-rates", { name: "VAT", percentage: "20" });
  const view = { list: "invoices", name: "Overdue" };
  const alert = { name: "Calls", metricId, measure: "quantity", period: "day", thresholds: ["1"] };
  const limit = { accountId: account.id, amount: "10", enforcement: "soft" };
  const endpoint = () =>
    api.post("/webhook-endpoints", { url: "https://example.com/hooks", eventTypes: ["invoice.*"] });
  const somebody = (email: string) => platform.addPerson(organization.id, email, "viewer");
  const named = { name: "Changed" };
  await api.request("PUT", "/mail-templates/quote", { body: { subject: "Own", text: "Own" } });
  writes = {
    "PATCH /accounts/{id}": { path: `/accounts/${account.id}`, body: named },
    "PATCH /accounts/{id}/credit-settings": {
      path: `/accounts/${account.id}/credit-settings`,
      body: { lowBalanceThreshold: "5" },
    },
    "PATCH /accounts/{id}/family": {
      path: `/accounts/${account.id}/family`,
      body: { parentId: (await api.post("/accounts", { name: "Above" })).id },
    },
    "PATCH /accounts/{id}/metadata": { path: `/accounts/${account.id}/metadata`, body: { metadata: { crm: "42" } } },
    "PUT /accounts/{id}/tags": { path: `/accounts/${account.id}/tags`, body: { tags: ["VIP"] } },
    "PATCH /accounts/{id}/notes/{noteId}": { path: `${notes}/${(await note()).id}`, body: { text: "Called twice" } },
    "DELETE /accounts/{id}/notes/{noteId}": { path: `${notes}/${(await note()).id}` },
    "PATCH /products/{id}": { path: `/products/${productId}`, body: named },
    "PATCH /metrics/{id}": { path: `/metrics/${metricId}`, body: named },
    "PATCH /prices/{id}": { path: `/prices/${priceId}`, body: { trialPeriodDays: 3 } },
    "PATCH /price-bundles/{id}": { path: `/price-bundles/${bundleId}`, body: named },
    "PATCH /plans/{id}": { path: `/plans/${planId}`, body: named },
    "PATCH /features/{id}": {
      path: `/features/${(await api.post("/features", { key: "seats", name: "Seats", type: "quantity" })).id}`,
      body: named,
    },
    "PATCH /usage-alerts/{id}": { path: `/usage-alerts/${(await api.post("/usage-alerts", alert)).id}`, body: named },
    "PATCH /spend-limits/{id}": {
      path: `/spend-limits/${(await api.post("/spend-limits", limit)).id}`,
      body: { amount: "20" },
    },
    "PATCH /views/{id}": { path: `/views/${(await api.post("/views", view)).id}`, body: named },
    "DELETE /views/{id}": { path: `/views/${(await api.post("/views", view)).id}` },
    "PATCH /cost-prices/{id}": { path: await costPrice(), body: { validUntil: "2025-01-01" } },
    "DELETE /cost-prices/{id}": { path: await costPrice() },
    "PATCH /model-prices/{id}": { path: await modelPrice(), body: { validUntil: "2090-01-01" } },
    "DELETE /model-prices/{id}": { path: await modelPrice() },
    "DELETE /exchange-rates/{id}": { path: `/exchange-rates/${await exchangeRate()}` },
    "PATCH /tax-rates/{id}": { path: `/tax-rates/${(await taxRate()).id}`, body: named },
    "DELETE /tax-rates/{id}": { path: `/tax-rates/${(await taxRate()).id}` },
    "PATCH /subscriptions/{id}": { path: `/subscriptions/${subscription.id}`, body: named },
    "DELETE /subscriptions/{id}": {
      path: `/subscriptions/${(await api.post("/subscriptions", { accountId: account.id })).id}`,
    },
    "PATCH /subscriptions/{id}/versions/{versionId}": {
      path: `/subscriptions/${subscription.id}/versions/${(await version()).id}`,
      body: { changeDescription: "Changed" },
    },
    "DELETE /subscriptions/{id}/versions/{versionId}": {
      path: `/subscriptions/${subscription.id}/versions/${(await version()).id}`,
    },
    "PATCH /invoices/{id}": { path: `/invoices/${(await draft()).id}`, body: { memo: "Changed" } },
    "DELETE /invoices/{id}": { path: `/invoices/${(await draft()).id}` },
    "PATCH /organization": { path: "/organization", body: named },
    "PATCH /mail-settings": { path: "/mail-settings", body: { senderName: "Changed" } },
    "PATCH /webhook-endpoints/{id}": {
      path: `/webhook-endpoints/${(await endpoint()).id}`,
      body: { description: "Changed" },
    },
    "DELETE /webhook-endpoints/{id}": { path: `/webhook-endpoints/${(await endpoint()).id}` },
    "PATCH /people/{id}": { path: `/people/${await somebody("ann@example.com")}`, body: { role: "finance" } },
    "DELETE /people/{id}": { path: `/people/${await somebody("ben@example.com")}` },
    "PUT /mail-templates/{kind}": { path: "/mail-templates/invoice", body: { subject: "Changed", text: "Changed" } },
    "DELETE /mail-templates/{kind}": { path: "/mail-templates/quote" },
    "DELETE /api-keys/{id}": {
      path: `/api-keys/${(await api.post("/api-keys", { name: "Spare", scopes: ["read"] })).id}`,
    },
    "DELETE /invitations/{id}": {
      path: `/invitations/${(await api.post("/invitations", { email: "cleo@example.com", role: "viewer" })).id}`,
    },
    "PATCH /payment-settings": { path: "/payment-settings", body: { dunning: { schedule: [2, 4] } } },
  };
});

interface OpenApi {
  readonly paths: Record<string, Record<string, { readonly parameters?: readonly { readonly name: string }[] }>>;
}

const tagOf = async (path: string): Promise<string> =>
  (await api.request("GET", path)).headers.get("ETag") ?? "none was answered";

test("covers exactly the writes for which the API documents If-Match", async () => {
  const document = inlined(await api.get<OpenApi>("/openapi.json"));
  const taking = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { parameters = [] }]) => parameters.some(({ name }) => name === "If-Match"))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  expect(taking.length).toBeGreaterThan(24);
  // A payment method comes from the provider: packages/http/test/payments/webhooks.test.ts. Only a person can connect a
  // program: packages/http/test/mcp/oauth.test.ts.
  const elsewhere = ["DELETE /accounts/{id}/payment-method", "DELETE /oauth-connections/{id}"];
  expect([...Object.keys(writes), ...elsewhere].toSorted()).toEqual(taking.toSorted());
});

test("every PATCH accepts If-Match", async () => {
  const patches = (await walkRoutes(api))
    // What a customer's link opens is read as one page: its parts have no ETags.
    .filter(({ method, isSession, path }) => method === "PATCH" && !isSession && !path.startsWith("/public/"))
    .map(({ path }) => `PATCH ${path}`);
  expect(patches.length).toBeGreaterThan(14);
  expect(Object.keys(writes)).toEqual(expect.arrayContaining(patches));
});

test("refuses each write with an outdated ETag without changes, and accepts it with the current one", async () => {
  for (const [route, { path, body }] of Object.entries(writes)) {
    const method = route.split(" ")[0] ?? "";
    const tag = await tagOf(path);
    const stale = await api.request(method, path, { body, headers: { "If-Match": '"stale"' } });
    expect([route, stale.status, stale.body["code"]]).toEqual([route, 412, "precondition_failed"]);
    // Compared strongly (RFC 9110, 13.1.1): a tag that a proxy has weakened no longer guarantees that the bytes are the
    // same.
    const weak = await api.request(method, path, { body, headers: { "If-Match": `W/${tag}, ${tag.slice(1, -1)}` } });
    expect([route, weak.status, weak.body["code"]]).toEqual([route, 412, "precondition_failed"]);
    expect(weak.body["detail"]).toContain("without W/");
    expect([route, await tagOf(path)]).toEqual([route, tag]);
    const right = await api.request(method, path, { body, headers: { "If-Match": `"o,ld",${tag}` } });
    expect([route, right.status, right.body["code"]]).toEqual([route, method === "DELETE" ? 204 : 200, undefined]);
    if (method === "DELETE") continue;
    // The response equals the next read, so a client can continue from it.
    const after = await tagOf(path);
    expect([route, right.headers.get("ETag"), after === tag]).toEqual([route, after, false]);
    const again = await api.request(method, path, { body, headers: { "If-Match": tag, "Idempotency-Key": route } });
    expect([route, again.status]).toEqual([route, 412]);
  }
});

test("returns 304 for a current ETag; lists and unknown conditions do not affect it", async () => {
  const { path } = writes["PATCH /plans/{id}"] ?? { path: "" };
  const tag = await tagOf(path);
  expect(tag).toMatch(/^"[\w-]{43}"$/);
  for (const named of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
    const answer = await api.request<string>("GET", path, { headers: { "If-None-Match": named } });
    expect([named, answer.status, answer.body, answer.headers.get("ETag")]).toEqual([named, 304, "", tag]);
  }
  expect((await api.request("GET", path, { headers: { "If-None-Match": '"other"' } })).status).toBe(200);
  expect((await api.request("GET", "/plans", { headers: { "If-None-Match": "*" } })).status).toBe(200);
});

test("the response of a creation has the ETag of the resource", async () => {
  const created = await api.request<Json>("POST", "/accounts", { body: { name: "New" } });
  expect(created.headers.get("ETag")).toBe(await tagOf(created.headers.get("Location") ?? ""));
});

test("of sixteen clients that read the same and write at once, one succeeds (R-API-5)", async () => {
  const { id } = await api.post("/accounts", { name: "Contested" });
  const tag = await tagOf(`/accounts/${id}`);
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, writer) =>
      api.request("PATCH", `/accounts/${id}`, { body: { name: `Writer ${writer}` }, headers: { "If-Match": tag } }),
    ),
  );
  const winners = answers.filter(({ status }) => status === 200);
  expect(winners.length).toBe(1);
  expect(answers.filter(({ status }) => status === 412).length).toBe(15);
  expect((await api.get(`/accounts/${id}`))["name"]).toBe(winners[0]?.body["name"]);
});

test("refuses a condition where it is not supported, and does nothing", async () => {
  const { id } = await api.post("/products", { name: "Kept", feeType: "fixed" });
  const headers = { "If-Match": await tagOf(`/products/${id}`) };
  const answer = await api.request("POST", `/products/${id}/archive`, { headers });
  expect([answer.status, answer.body["code"]]).toEqual([412, "precondition_failed"]);
  expect((await api.get(`/products/${id}`))["archivedAt"] ?? null).toBeNull();
});
