import { type Answer, type Api, environment } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, test } from "vitest";
import { createCatalogue } from "../support/catalogue.ts";
import { faultsOf } from "../support/faults.ts";

let api: Api;
let metricId: string;
let accountId: string;

beforeAll(async () => {
  ({ api } = await (await environment()).createOrganization());
  ({ metricId } = await createCatalogue(api));
  accountId = (await api.post("/accounts", { name: "Acme", aliases: ["acme"] })).id;
});

const post = (body: object): Promise<Answer> => api.request("POST", "/usage-alerts", { body });
const quantity = (members: object) => ({
  name: "Calls",
  metricId,
  measure: "quantity",
  period: "month",
  thresholds: ["1"],
  ...members,
});
const amount = (members: object) =>
  quantity({ measure: "amount", currency: "USD", period: "billing_period", ...members });

test("creates, reads, lists, changes and turns off an alert, which cannot be deleted (R-API-6)", async () => {
  const made = await post(amount({ accountId: "acme", thresholds: ["80.50", "1e2"] }));
  expect(made.status).toBe(201);
  const { id } = made.body;
  expect(made.headers.get("Location")).toBe(`/usage-alerts/${id}`);
  expect(made.body).toEqual({
    id: expect.stringMatching(/^alert_/),
    name: "Calls",
    metricId,
    accountId,
    measure: "amount",
    currency: "USD",
    thresholds: ["80.50", "1e2"],
    period: "billing_period",
    active: true,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
  expect(await api.get(`/usage-alerts/${id}`)).toEqual(made.body);
  const filters = encodeURIComponent(JSON.stringify([{ field: "measure", operator: "eq", value: "amount" }]));
  expect(await api.get(`/usage-alerts?filters=${filters}`)).toMatchObject({ items: [made.body], pageCount: 1 });
  const changed = await api.patch(`/usage-alerts/${id}`, { name: "Spend", thresholds: ["70"], active: false });
  expect(changed).toMatchObject({ id, name: "Spend", thresholds: ["70"], active: false, accountId });
  expect((await api.request("DELETE", `/usage-alerts/${id}`)).status).toBe(405);
  expect((await api.request("GET", "/usage-alerts/alert_none")).status).toBe(404);
});

test("names each wrong field at once (R-API-4)", async () => {
  const wrong = amount({
    name: "",
    metricId: "none",
    accountId: "none",
    measure: "sum",
    period: "fortnight",
    active: 1,
  });
  expect(faultsOf(await post({ ...wrong, thresholds: [], unit: "calls" }))).toEqual({
    "/name": expect.any(String),
    "/metricId": "unknown_metric",
    "/accountId": "unknown_account",
    "/measure": "not_allowed",
    "/period": "not_allowed",
    "/active": "wrong_type",
    "/thresholds": expect.any(String),
    "/unit": "unknown_member",
  });
  expect(Object.keys(faultsOf(await post({}))).toSorted()).toEqual([
    "/measure",
    "/metricId",
    "/name",
    "/period",
    "/thresholds",
  ]);
  const many = Array.from({ length: 21 }, (_, index) => String(index + 1));
  expect(Object.keys(faultsOf(await post(quantity({ thresholds: many }))))).toEqual(["/thresholds"]);
});

test("thresholds are greater than 0 and ascend by value, regardless of their decimals", async () => {
  const thresholds = ["0", "2", "2.0", "10", "9", "-1", "many"];
  expect(faultsOf(await post(quantity({ thresholds })))).toEqual({
    "/thresholds/0": "not_positive",
    "/thresholds/2": "not_ascending",
    "/thresholds/4": "not_ascending",
    "/thresholds/5": "not_positive",
    "/thresholds/6": "wrong_format",
  });
  const { id } = (await post(quantity({ thresholds: ["2", "10"] }))).body;
  const answer = await api.request("PATCH", `/usage-alerts/${id}`, {
    body: { thresholds: ["10", "2"], period: "day" },
  });
  expect(faultsOf(answer)).toEqual({ "/thresholds/1": "not_ascending", "/period": "unknown_member" });
});

test("an amount needs a currency and a billing period, and a quantity accepts no currency", async () => {
  expect(faultsOf(await post(amount({ period: "month", currency: null })))).toEqual({
    "/period": "only_billing_period",
    "/currency": "required",
  });
  expect(faultsOf(await post(amount({ currency: "XXQ" })))).toEqual({ "/currency": "unknown_currency" });
  expect(faultsOf(await post(quantity({ currency: "USD" })))).toEqual({ "/currency": "only_for_amount" });
});

test("refuses to watch a weighted_sum, which is known only at the end of a period", async () => {
  const level = { name: "Level", eventName: "e", aggregation: { method: "weighted_sum", field: "n" } };
  const levelId = (await api.post("/metrics", level)).id;
  expect(faultsOf(await post(quantity({ metricId: levelId })))).toEqual({ "/metricId": "unsuited_metric" });
  const summed = { ...level, aggregation: { method: "sum", field: "n" } };
  const metricId = (await api.post("/metrics", summed)).id;
  await post(quantity({ metricId, name: "Near the limit" }));
  const changed = await api.request("PATCH", `/metrics/${metricId}`, { body: { aggregation: level.aggregation } });
  expect(faultsOf(changed)).toEqual({ "/aggregation/method": "unsuited_for_alerts" });
  expect(JSON.stringify(changed.body)).toContain("Near the limit");
});
