import { type Api, environment, type Json } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, test } from "vitest";
import { documentedLists } from "../lists/documented-lists.ts";
import { fillLists } from "../lists/fill-lists.ts";
import { walkRoutes } from "./walked-routes.ts";

// R-ORG-1 over HTTP: an organization cannot read, write, infer or count another's rows.

let theirs: Api;
let ours: Api;
/** An ID of the other organization for every path that has one. */
let samples: Record<string, string>;

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>';

beforeAll(async () => {
  const platform = await environment();
  theirs = (await platform.createOrganization({ graceHours: 0 })).api;
  ours = (await platform.createOrganization()).api;
  await ours.post("/accounts", { name: "Ours", aliases: ["our-account"] });
  const filled = await fillLists(theirs);
  const versions = filled["/subscriptions/{id}/versions"];
  const first = async (path: string, rows = "items") =>
    (await theirs.get<Record<string, Json[]>>(path))[rows]?.[0]?.id ?? "";
  const uniqueId = "evt_01hzx3t7c2m4n6p8q0rstvwxyz";
  await theirs.post("/events", { uniqueId, account: "theirs", eventName: "seen" });
  const subscriptionId = versions?.split("/")[2] ?? "";
  const versionId = await first(versions ?? "", "versions");
  const invoiceId = await first("/invoices");
  const logo = { body: svg, headers: { "Content-Type": "image/svg+xml" } };
  const { logoUrl } = (await theirs.request("PUT", "/organization/logo", logo)).body;
  const [line] = (await theirs.get<{ lineItems: Json[] }>(`/invoices/${invoiceId}`)).lineItems;
  const deliveries = filled["/webhook-endpoints/{id}/deliveries"] ?? "";
  const endpoint = deliveries.replace("/deliveries", "");
  const delivery = await first(deliveries);
  const paymentLinks = filled["/invoices/{id}/payment-links"] ?? "";
  const accountId = (await theirs.get("/accounts/crm-1")).id;
  const notes = `/accounts/${accountId}/notes`;
  const portalLinks = `/accounts/${accountId}/portal-links`;
  samples = {
    "/accounts/{id}": `/accounts/${await first("/accounts", "data")}`,
    "/accounts/{id}/entitlements/{key}": `/accounts/${await first("/accounts", "data")}/entitlements/feature-1`,
    "/accounts/{id}/notes/{noteId}": `${notes}/${await first(notes)}`,
    "/accounts/{id}/portal-links/{linkId}": `${portalLinks}/${await first(portalLinks)}`,
    "/invoices/{id}/payment-links/{linkId}": `${paymentLinks}/${await first(paymentLinks)}`,
    "/credit-conversions/{id}": `/credit-conversions/${await first("/credit-conversions")}`,
    "/credit-grants/{id}": `/credit-grants/${await first("/credit-grants")}`,
    "/credit-notes/{id}": `/credit-notes/${await first("/credit-notes")}`,
    "/api-keys/{id}": `/api-keys/${await first("/api-keys")}`,
    "/oauth-connections/{id}": `/oauth-connections/${await first("/oauth-connections")}`,
    "/request-log/{id}": `/request-log/${await first("/request-log")}`,
    "/events/{uniqueId}": `/events/${uniqueId}`,
    "/model-prices/backfills/{id}": `/model-prices/backfills/${await first("/model-prices/backfills")}`,
    "/model-prices/{id}": `/model-prices/${await first("/model-prices")}`,
    "/cost-prices/{id}": `/cost-prices/${await first("/cost-prices")}`,
    "/dead-letters/{id}": `/dead-letters/${await first("/dead-letters")}`,
    "/exchange-rates/{id}": `/exchange-rates/${await first("/exchange-rates")}`,
    "/features/{id}": `/features/${await first("/features")}`,
    "/people/{id}": `/people/${await first("/people")}`,
    "/invitations/{id}": `/invitations/${await first("/invitations")}`,
    "/invoices/{id}": `/invoices/${invoiceId}`,
    "/invoices/{id}/lines/{lineId}": `/invoices/${invoiceId}/lines/${line?.id}`,
    "/mails/{id}": `/mails/${await first("/mails")}`,
    "/metrics/{id}": `/metrics/${await first("/metrics")}`,
    "/payments/{id}": `/payments/${await first("/payments")}`,
    "/organization/logos/{sha256}": String(logoUrl),
    "/plans/{id}": `/plans/${await first("/plans")}`,
    "/price-bundles/{id}": `/price-bundles/${await first("/price-bundles")}`,
    "/prices/{id}": `/prices/${await first("/prices")}`,
    "/products/{id}": `/products/${await first("/products", "products")}`,
    "/subscriptions/{id}": `/subscriptions/${subscriptionId}`,
    "/subscriptions/{id}/invoices/upcoming/lines/{position}": `/subscriptions/${subscriptionId}/invoices/upcoming/lines/0`,
    "/subscriptions/{id}/versions/{versionId}": `${versions}/${versionId}`,
    "/tax-rates/{id}": `/tax-rates/${await first("/tax-rates")}`,
    "/test-clocks/{id}": `/test-clocks/${await first("/test-clocks")}`,
    "/usage-alerts/{id}": `/usage-alerts/${await first("/usage-alerts")}`,
    "/spend-limits/{id}": `/spend-limits/${await first("/spend-limits")}`,
    "/views/{id}": `/views/${await first("/views")}`,
    "/webhook-endpoints/{id}": endpoint,
    "/webhook-endpoints/{id}/deliveries/{notificationId}": `${endpoint}/deliveries/${delivery}`,
  };
});

/** The path with IDs of the other organization, from the longest sample that it starts with. */
function theirPath(path: string): string {
  const known = Object.keys(samples).filter((sample) => path.startsWith(sample));
  const sample = known.toSorted((a, b) => b.length - a.length)[0];
  expect(sample, `${path} needs a sample`).toBeDefined();
  return path.replace(sample ?? "", samples[sample ?? ""] ?? "");
}

/** A valid body, where an empty one would be refused before the row is looked up. */
const bodies: Record<string, object> = {
  "PATCH /people/{id}": { role: "viewer" },
  "POST /test-clocks/{id}/advance": { frozenTime: "2090-01-01" },
  "POST /invoices/{id}/void": { reason: "Wrong" },
  "POST /invoices/{id}/payments": { amount: "1.00", method: "cash" },
  "POST /payments/{id}/refunds": { amount: "1.00", reason: "Back" },
  "POST /credit-grants/{id}/void": { reason: "Wrong" },
  "POST /accounts/{id}/notes": { text: "Called" },
  "PATCH /accounts/{id}/notes/{noteId}": { text: "Called" },
  "PUT /accounts/{id}/tags": { tags: ["VIP"] },
  "PATCH /accounts/{id}/family": { parentId: null },
  "PATCH /accounts/{id}/metadata": { metadata: { crm: "42" } },
  "POST /accounts/{id}/credit-grants": { amount: "1" },
  "POST /accounts/{id}/credit/check": { events: [{ eventName: "tokens" }] },
  "POST /accounts/{id}/credit/hold": { uniqueId: "1", events: [{ eventName: "tokens" }] },
  "POST /accounts/{id}/credit/settle": { holdId: "hold_1", events: [] },
  "POST /accounts/{id}/credit/release": { holdId: "hold_1" },
  "POST /accounts/{id}/credit-conversions": { from: "USD", to: "EUR", rate: "0.9", reason: "Moves" },
  "POST /webhook-endpoints/{id}/redeliver": { from: "2026-01-01" },
};

/** Query parameters that a route requires. The account is ours. */
const queries: Record<string, string> = { "GET /metrics/{id}/usage": "?account=our-account" };

const absent = (path: string) => path.replaceAll(/_[0-9a-z]{26}/g, "_00000000000000000000000000");

test("another organization's ID is not found on any route, exactly like one that never existed (R-API-4)", async () => {
  // Public routes open for everyone with the token, and a mail kind is a fixed word, not an ID.
  const routes = (await walkRoutes(ours)).filter(
    (route) => route.path.includes("{") && !route.isPublic && !route.isSession && !route.path.includes("{kind}"),
  );
  expect(routes.length).toBeGreaterThan(15);
  for (const { method, path, takesBody } of routes) {
    const route = `${method} ${path}`;
    const body = takesBody ? { body: bodies[route] ?? {} } : {};
    const foreign = theirPath(path) + (queries[route] ?? "");
    expect(foreign, route).not.toMatch(/\{|\/$|\/\//);
    const answer = await ours.request(method, foreign, body);
    expect([route, answer.status, answer.body["code"]]).toEqual([route, 404, "not_found"]);
    const never = await ours.request(method, absent(foreign), body);
    const { requestId: _theirs, detail, ...rest } = answer.body;
    const { requestId: _never, detail: neverDetail, ...neverRest } = never.body;
    expect(rest).toEqual(neverRest);
    expect(absent(String(detail)), route).toBe(neverDetail);
  }
});

test("their rows are not in our lists and are not counted there", async () => {
  const lists = (await documentedLists(ours)).filter((list) => !list.path.includes("{"));
  const fresh = (await (await environment()).createOrganization()).api;
  expect(lists.length).toBeGreaterThan(8);
  for (const list of lists) {
    // The only row of a new organization is the calling key.
    const own = list.path === "/api-keys" ? 1 : 0;
    const body = await fresh.get<Record<string, unknown>>(list.path);
    expect([list.path, (body[list.rows] as Json[]).length]).toEqual([list.path, own]);
    if (list.hasPageCount) expect(body["pageCount"], list.path).toBe(own);
  }
});

test("their IDs and aliases are unknown in every body", async () => {
  const id = (path: string) => samples[path]?.split("/").at(-1);
  const price = id("/prices/{id}");
  const ownMetric = (await ours.post("/metrics", { name: "M", eventName: "e", aggregation: { method: "count" } })).id;
  const alert = { name: "A", measure: "quantity", period: "none", thresholds: ["1"] };
  const limit = { accountId: "our-account", amount: "1", enforcement: "hard" };
  const line = { description: "Setup", unitPrice: "1.00" };
  const references: [path: string, body: object, pointer: string][] = [
    ["/subscriptions", { accountId: id("/accounts/{id}") }, "/accountId"],
    ["/subscriptions", { accountId: "crm-1" }, "/accountId"],
    ["/quotes", { quoteTemplateId: id("/plans/{id}"), accountId: "our-account" }, "/quoteTemplateId"],
    ["/prices", { productId: id("/products/{id}"), unitPricingModel: { pricePerUnit: { value: "1" } } }, "/productId"],
    ["/products", { name: "P", feeType: "metered", metricIds: [id("/metrics/{id}")] }, "/metricIds/0"],
    ["/price-bundles", { name: "B", priceIds: [price] }, "/priceIds/0"],
    ["/plans", { name: "P", priceGroups: [{ priceIds: [price] }] }, "/priceGroups/0/priceIds/0"],
    ["/plans", { name: "P", priceGroups: [{ bundleId: id("/price-bundles/{id}") }] }, "/priceGroups/0/bundleId"],
    ["/invoices", { accountId: id("/accounts/{id}"), lines: [line] }, "/accountId"],
    [
      "/invoices",
      { accountId: "our-account", lines: [{ ...line, productId: id("/products/{id}") }] },
      "/lines/0/productId",
    ],
    ["/accounts", { name: "A", testClockId: id("/test-clocks/{id}") }, "/testClockId"],
    [
      "/credit-notes",
      { invoiceId: id("/invoices/{id}"), reason: "Wrong", outcome: "apply", lines: [{ lineItemId: "line_none" }] },
      "/invoiceId",
    ],
    ["/accounts/our-account/credit-grants", { amount: "1", metricId: id("/metrics/{id}") }, "/metricId"],
    ["/accounts/our-account/credit-grants", { amount: "1", productIds: [id("/products/{id}")] }, "/productIds/0"],
    ["/spend-limits", { ...limit, accountId: id("/accounts/{id}") }, "/accountId"],
    ["/spend-limits", { ...limit, accountId: "crm-1" }, "/accountId"],
    ["/spend-limits", { ...limit, metricId: id("/metrics/{id}") }, "/metricId"],
    ["/spend-limits", { ...limit, productId: id("/products/{id}") }, "/productId"],
    ["/usage-alerts", { ...alert, metricId: id("/metrics/{id}") }, "/metricId"],
    ["/usage-alerts", { ...alert, metricId: ownMetric, accountId: id("/accounts/{id}") }, "/accountId"],
    ["/usage-alerts", { ...alert, metricId: ownMetric, accountId: "crm-1" }, "/accountId"],
  ];
  for (const [path, body, pointer] of references) {
    const answer = await ours.request(path === "" ? "GET" : "POST", path, { body });
    expect([path, answer.status]).toEqual([path, 422]);
    expect(answer.body["errors"], path).toMatchObject([{ pointer }]);
  }
  for (const parentId of [id("/accounts/{id}"), "crm-1"]) {
    const answer = await ours.request("PATCH", "/accounts/our-account/family", { body: { parentId } });
    expect(answer.status).toBe(422);
    expect(answer.body["errors"]).toMatchObject([{ pointer: "/parentId", code: "unknown_account" }]);
  }
});

test("their usage cannot be measured, and our events never count for their accounts", async () => {
  const metric = await ours.post("/metrics", {
    name: "Calls",
    eventName: "api_call",
    aggregation: { method: "count" },
  });
  const theirAccount = samples["/accounts/{id}"]?.split("/").at(-1) ?? "";
  const asked = await ours.request("GET", `/metrics/${metric.id}/usage?account=${theirAccount}`);
  expect([asked.status, asked.body["code"]]).toEqual([404, "not_found"]);
  const usage = `${samples["/metrics/{id}"]}/usage?account=${theirAccount}`;
  const before = await theirs.get(usage);
  const event = { uniqueId: "a", account: theirAccount, eventName: "login", timestamp: "2024-01-30T12:00:00Z" };
  // The uniqueId is one of theirs: it is free in our organization.
  expect(await ours.post("/events", event)).toMatchObject({ ingested: ["a"], duplicates: [], failed: [] });
  expect(await theirs.get(usage)).toEqual(before);
});

test("two organizations may use the same alias for their accounts, and each finds its own", async () => {
  const own = await ours.post("/accounts", { name: "Ours", aliases: ["crm-1"] });
  expect((await ours.get("/accounts/crm-1")).id).toBe(own.id);
  expect((await theirs.get("/accounts/crm-1")).id).not.toBe(own.id);
});

test("a key of one organization never acts for another, whatever the request says", async () => {
  const { id } = await theirs.get("/organization");
  const answer = await ours.request("GET", `/accounts?organizationId=${id}`);
  expect(answer.status).toBe(400);
  const forged = await ours.request("POST", "/accounts", { body: { name: "Forged", organizationId: id } });
  expect(forged.body["errors"]).toMatchObject([{ pointer: "/organizationId", code: "unknown_member" }]);
  const headers = { "X-Organization-Id": id };
  const { body } = await ours.request<{ data: Json[] }>("GET", "/accounts", { headers });
  expect(body.data.map((account) => account["name"])).not.toContain("Twin");
});
