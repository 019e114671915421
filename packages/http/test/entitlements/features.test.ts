import { type Answer, type Api, checkFeature, environment, makeFeatures } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, test } from "vitest";
import { createCatalogue } from "../support/catalogue.ts";
import { faultsOf } from "../support/faults.ts";

let api: Api;
let metricId: string;
let accountId: string;

beforeAll(async () => {
  ({ api } = await (await environment()).createOrganization());
  const catalogue = await createCatalogue(api);
  ({ metricId } = catalogue);
  await makeFeatures(api, { sso: true, tokens: null, "api-calls": metricId });
  accountId = (await api.post("/accounts", { name: "Acme", currency: "USD", aliases: ["acme"] })).id;
  const subscription = await api.post("/subscriptions", {
    accountId,
    priceGroups: [{ priceIds: [catalogue.priceId] }],
    entitlements: [
      { featureKey: "sso", value: true },
      { featureKey: "tokens", value: "100.50", resets: "month" },
    ],
  });
  await api.post(`/subscriptions/${subscription.id}/activate`);
});

const post = (path: string, body: object): Promise<Answer> => api.request("POST", path, { body });
const check = (key: string, body: object) => post(`/accounts/${accountId}/entitlements/${key}/check`, body);

test("creates a feature, reads it by ID and key, lists and changes it, and audits each change (R-API-6)", async () => {
  const made = await post("/features", { key: "storage_gb", name: "Storage", type: "quantity" });
  expect(made.status).toBe(201);
  expect(made.headers.get("Location")).toBe("/features/storage_gb");
  expect(made.body).toEqual({
    id: expect.stringMatching(/^feat_/),
    key: "storage_gb",
    name: "Storage",
    type: "quantity",
    metricId: null,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
  expect(await api.get("/features/storage_gb")).toEqual(made.body);
  expect(await api.get(`/features/${made.body.id}`)).toEqual(made.body);
  const changed = await api.patch("/features/storage_gb", { name: "Space", metricId });
  expect(changed).toMatchObject({ name: "Space", metricId });
  expect(await api.patch("/features/storage_gb", { metricId: null })).toMatchObject({ name: "Space", metricId: null });
});

test("key and type cannot change, and each wrong field is named (R-API-4)", async () => {
  const wrong = await post("/features", { key: "Not Good", name: 7, type: "colour", metricId: "metric_none" });
  expect(faultsOf(wrong)).toEqual({
    "/key": "wrong_format",
    "/name": "wrong_type",
    "/type": "not_allowed",
    "/metricId": "unknown_metric",
  });
  const taken = await post("/features", { key: "sso", name: "SSO", type: "boolean", metricId });
  expect(faultsOf(taken)).toEqual({ "/key": "taken", "/metricId": "only_for_quantity" });
  const late = await api.request("PATCH", "/features/sso", { body: { key: "other", type: "quantity" } });
  expect(faultsOf(late)).toEqual({ "/key": "unknown_member", "/type": "unknown_member" });
  const level = { name: "Level", eventName: "e", aggregation: { method: "weighted_sum", field: "n" } };
  const levelId = (await api.post("/metrics", level)).id;
  const unsuited = await api.request("PATCH", "/features/tokens", { body: { metricId: levelId } });
  expect(faultsOf(unsuited)).toEqual({ "/metricId": "unsuited_metric" });
  expect((await api.request("GET", "/features/none")).status).toBe(404);
});

test("refuses to change a metric that measures features to a weighted_sum, and names the features", async () => {
  const seats = { name: "Seats", eventName: "seats", aggregation: { method: "latest", field: "n" } };
  const { id } = await api.post("/metrics", seats);
  for (const key of ["seats", "editors"]) await post("/features", { key, name: key, type: "quantity", metricId: id });
  const change = (method: string) =>
    api.request("PATCH", `/metrics/${id}`, { body: { aggregation: { method, field: "n" } } });
  const refused = await change("weighted_sum");
  expect(faultsOf(refused)).toEqual({ "/aggregation/method": "unsuited_for_features" });
  expect(JSON.stringify(refused.body)).toContain("used by features: editors, seats.");
  expect((await change("max")).status).toBe(200);
  for (const key of ["seats", "editors"]) await api.request("PATCH", `/features/${key}`, { body: { metricId: null } });
  expect((await change("weighted_sum")).status).toBe(200);
});

test("gives a key to only one of two simultaneous requests", async () => {
  const body = { key: "wanted", name: "Wanted", type: "boolean" };
  const answers = await Promise.all([1, 2, 3, 4].map(() => post("/features", body)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422, 422, 422]);
});

test("a plan shows its entitlements, and an error names wrong ones (R-CAT-3)", async () => {
  const entitlements = [
    { featureKey: "sso", value: true },
    { featureKey: "tokens", value: "100.50", resets: "month" },
    { featureKey: "api-calls", value: "unlimited", resets: "billing_period" },
  ];
  const plan = await api.post("/plans", { name: "Pro", entitlements });
  const shown = [{ featureKey: "sso", value: true, resets: "none" }, ...entitlements.slice(1)];
  expect((await api.get(`/plans/${plan.id}`))["entitlements"]).toEqual(shown);
  expect((await api.patch(`/plans/${plan.id}`, { name: "Pro 2" }))["entitlements"]).toEqual(shown);
  const wrong = [
    { featureKey: "none", value: true },
    { featureKey: "sso", value: "5", resets: "month" },
    { featureKey: "tokens", value: "-1" },
    { featureKey: "api-calls", value: "many" },
    { featureKey: "tokens", value: true },
    { featureKey: "sso", value: 5, resets: "fortnight" },
  ];
  const refused = await api.request("PATCH", `/plans/${plan.id}`, { body: { entitlements: wrong } });
  expect(faultsOf(refused)).toEqual({
    "/entitlements/0/featureKey": "unknown_feature",
    "/entitlements/1/value": "not_a_boolean",
    "/entitlements/1/resets": "only_for_quantity",
    "/entitlements/2/value": "negative",
    "/entitlements/3/value": "not_a_quantity",
    "/entitlements/4/value": "not_a_quantity",
    "/entitlements/4/featureKey": "repeated",
    "/entitlements/5/value": "wrong_type",
    "/entitlements/5/resets": "not_allowed",
    "/entitlements/5/featureKey": "repeated",
  });
  const homeless = await post("/subscriptions", { accountId, entitlements: [{ featureKey: "sso", value: true }] });
  expect(faultsOf(homeless)).toEqual({ "/entitlements": "needs_prices" });
});

test("a check by alias returns the same as by ID, with decimals as strings", async () => {
  const answer = await checkFeature(api, "acme", "tokens", { quantity: "100.5" });
  expect(answer).toEqual(await checkFeature(api, accountId, "tokens", { quantity: "100.5" }));
  expect(answer).toEqual({
    allowed: true,
    reason: null,
    limit: "100.5",
    unlimited: false,
    used: "0",
    reserved: "0",
    remaining: "100.5",
    overage: "0",
    resetsAt: expect.any(String),
    reservationId: null,
  });
  expect(await checkFeature(api, accountId, "sso")).toEqual({
    allowed: true,
    reason: null,
    limit: null,
    unlimited: false,
    used: null,
    reserved: null,
    remaining: null,
    overage: null,
    resetsAt: null,
    reservationId: null,
  });
  expect(await checkFeature(api, accountId, "api-calls")).toMatchObject({
    allowed: false,
    reason: "not_entitled",
    limit: "0",
    used: "0",
    remaining: "0",
  });
});

test("names each wrong field of a check, and writes nothing (R-API-4)", async () => {
  const settle = { reservationId: "rsv_none", quantity: "-1" };
  const wrong = await check("tokens", { quantity: "-2", expiresInSeconds: 5, uniqueId: "a", settle });
  expect(faultsOf(wrong)).toEqual({
    "/quantity": "negative",
    "/settle/quantity": "negative",
    "/settle/reservationId": "unknown_reservation",
    "/expiresInSeconds": "only_with_reserve",
    "/uniqueId": "only_with_reserve",
  });
  const shapeless = await check("tokens", { quantity: 5, reserve: "yes", expiresInSeconds: 0, settle: {}, by: 1 });
  expect(faultsOf(shapeless)).toEqual({
    "/quantity": "wrong_type",
    "/reserve": "wrong_type",
    "/expiresInSeconds": "minimum",
    "/settle/reservationId": "required",
    "/settle/quantity": "required",
    "/by": "unknown_member",
  });
  const boolean = await check("sso", { quantity: "1", reserve: true, settle: { reservationId: "r", quantity: "1" } });
  expect(faultsOf(boolean)).toEqual({
    "/quantity": "only_for_quantity",
    "/reserve": "only_for_quantity",
    "/settle": "only_for_quantity",
  });
  expect((await check("none", {})).status).toBe(404);
  expect((await post("/accounts/unknown/entitlements/tokens/check", {})).status).toBe(404);
  expect((await api.request("GET", "/accounts/unknown/entitlements")).status).toBe(404);
  expect(await checkFeature(api, accountId, "tokens")).toMatchObject({ used: "0", reserved: "0" });
});

test("a reservation is settled once, and a uniqueId has one quantity (409)", async () => {
  const reserve = { reserve: true, quantity: "10", uniqueId: "job-1" };
  const { reservationId } = await checkFeature(api, accountId, "tokens", reserve);
  const other = await check("tokens", { ...reserve, quantity: "11" });
  expect([other.status, faultsOf(other)]).toEqual([409, { "/uniqueId": "unique_id_taken" }]);
  const settle = { reservationId, quantity: "4" };
  // Two settlements at once with different costs: the first one counts.
  const [first, second] = await Promise.all([
    check("tokens", { settle }),
    check("tokens", { settle: { ...settle, quantity: "5" } }),
  ]);
  expect([first.status, second.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
  const conflict = await check("tokens", { settle: { ...settle, quantity: "9" } });
  expect([conflict.status, faultsOf(conflict)]).toEqual([409, { "/settle/quantity": "already_settled" }]);
  const foreign = await check("api-calls", { settle });
  expect(faultsOf(foreign)).toEqual({ "/settle/reservationId": "unknown_reservation" });
});
