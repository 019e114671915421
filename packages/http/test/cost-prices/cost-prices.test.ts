import { type Environment, environment, type TestOrganization } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, test, vi } from "vitest";
import { faultsOf } from "../support/faults.ts";

// R-COST-1: cost prices of metrics, by property values and dates; a computed cost never changes.

let platform: Environment;

beforeAll(async () => {
  platform = await environment();
});

interface CostPrice extends Record<string, unknown> {
  id: string;
  isApplied: boolean;
}
type Api = TestOrganization["api"];

async function openShop() {
  const { api } = await platform.createOrganization();
  await api.post("/accounts", { name: "Acme", aliases: ["crm-1"] });
  const tokens = await api.post("/metrics", {
    name: "Tokens",
    eventName: "completion",
    aggregation: { method: "sum", field: "tokens" },
  });
  return { api, metricId: tokens.id };
}

const completion = (uniqueId: string, members: object = {}) => ({
  uniqueId,
  account: "crm-1",
  eventName: "completion",
  timestamp: "2024-01-05T10:00:00Z",
  properties: { tokens: 1_000, model: "large" },
  ...members,
});
const price = (metricId: string, unitCost: string, members: object = {}) => ({
  metricId,
  unitCost,
  currency: "USD",
  validFrom: "2024-01-01T00:00:00Z",
  ...members,
});

async function costsOf(api: Api, uniqueId: string): Promise<string[]> {
  const { costs } = await api.get<{ costs: Record<string, string>[] }>(`/events/${uniqueId}`);
  return costs.map(({ amount, currency, quantity, unitCost }) => `${quantity} × ${unitCost} = ${amount} ${currency}`);
}

async function applied(api: Api, { id }: { id: string }): Promise<void> {
  await vi.waitUntil(async () => (await api.get<CostPrice>(`/cost-prices/${id}`)).isApplied, 60_000);
}

test("an event is priced when it is stored, and a later price or a deleted one changes nothing", async () => {
  const { api, metricId } = await openShop();
  const large = await api.post<CostPrice>(
    "/cost-prices",
    price(metricId, "0.0000025", { properties: { model: "large" } }),
  );
  expect(large).toMatchObject({ metricId, properties: { model: "large" }, unitCost: "0.0000025", currency: "USD" });
  await api.post("/cost-prices", price(metricId, "0.000001"));
  const small = completion("b", { properties: { tokens: "12345.5", model: "small" } });
  await api.post("/events", { events: [completion("a"), small] });
  expect(await costsOf(api, "a")).toEqual(["1000 × 0.0000025 = 0.0025 USD"]);
  // 12,345.5 × 0.000001
  expect(await costsOf(api, "b")).toEqual(["12345.5 × 0.000001 = 0.0123455 USD"]);
  const { body: dearer } = await api.request("POST", "/cost-prices", {
    body: price(metricId, "1", { properties: { model: "large" }, validFrom: "2024-01-02" }),
  });
  await applied(api, dearer);
  const { items } = await api.get<{ items: CostPrice[] }>("/cost-prices");
  expect(new Set(items.map(({ unitCost }) => unitCost))).toEqual(new Set(["0.000001", "0.0000025", "1"]));
  expect((await api.request("DELETE", `/cost-prices/${large.id}`)).status).toBe(204);
  expect(await costsOf(api, "a")).toEqual(["1000 × 0.0000025 = 0.0025 USD"]);
  await api.post("/events", completion("c"));
  expect(await costsOf(api, "c")).toEqual(["1000 × 1 = 1000 USD"]);
});

test("a price with a beginning in the past gives earlier events the costs that they lack, and no others", async () => {
  const { api, metricId } = await openShop();
  const before = completion("before", { timestamp: "2023-12-31T23:59:59.999Z" });
  const sent = completion("sent", { cost: { amount: "9", currency: "EUR" } });
  const unknown = completion("unknown", { account: "crm-2" });
  const voided = completion("voided");
  await api.post("/events", { events: [completion("a"), before, sent, unknown, voided] });
  await api.post("/events/voided/void", {});
  await applied(api, await api.post<CostPrice>("/cost-prices", price(metricId, "0.001")));
  expect(await costsOf(api, "a")).toEqual(["1000 × 0.001 = 1 USD"]);
  expect(await costsOf(api, "before")).toEqual([]);
  expect(await costsOf(api, "sent")).toEqual(["null × null = 9 EUR"]);
  // Priced when its account appears.
  expect(await costsOf(api, "unknown")).toEqual([]);
  await api.post("/accounts", { name: "Bolt", aliases: ["crm-2"] });
  expect(await costsOf(api, "unknown")).toEqual(["1000 × 0.001 = 1 USD"]);
});

test("an amended event is priced again with its new content, and an event of an unknown account keeps its cost", async () => {
  const { api, metricId } = await openShop();
  await api.post("/cost-prices", price(metricId, "0.001"));
  await api.post("/events", { events: [completion("a"), completion("b", { account: "crm-9" })] });
  await api.post("/events/a/amend", { properties: { tokens: 500 } });
  expect(await costsOf(api, "a")).toEqual(["500 × 0.001 = 0.5 USD"]);
  expect(await costsOf(api, "b")).toEqual(["1000 × 0.001 = 1 USD"]);
  await api.post("/accounts", { name: "Late", aliases: ["crm-9"] });
  expect(await costsOf(api, "b")).toEqual(["1000 × 0.001 = 1 USD"]);
});

test("prices are dated: each event has the price of its own time, and an end stops a price", async () => {
  const { api, metricId } = await openShop();
  const first = await api.post<CostPrice>("/cost-prices", price(metricId, "1"));
  await api.post("/cost-prices", price(metricId, "2", { validFrom: "2024-02-01" }));
  await api.patch(`/cost-prices/${first.id}`, { validUntil: "2024-01-20" });
  const at = (uniqueId: string, timestamp: string) => completion(uniqueId, { timestamp, properties: { tokens: 1 } });
  const times = { a: "2024-01-19T23:59:59Z", b: "2024-01-20T00:00:00Z", c: "2024-02-01T00:00:00Z" };
  await api.post("/events", { events: Object.entries(times).map(([id, time]) => at(id, time)) });
  expect([await costsOf(api, "a"), await costsOf(api, "b"), await costsOf(api, "c")]).toEqual([
    ["1 × 1 = 1 USD"],
    [],
    ["1 × 2 = 2 USD"],
  ]);
});

test("a wrong price is refused with every fault, and a second one at the same instant is a conflict", async () => {
  const { api, metricId } = await openShop();
  const peak = await api.post("/metrics", {
    name: "Peak",
    eventName: "completion",
    aggregation: { method: "max", field: "tokens" },
  });
  const refused = async (body: object) => faultsOf(await api.request("POST", "/cost-prices", { body }));
  expect(await refused(price(peak.id, "-1", { currency: "XXQ", validUntil: "2024-01-01" }))).toEqual({
    "/metricId": "wrong_method",
    "/currency": "unknown_currency",
    "/validUntil": "not_after_start",
    "/unitCost": "below_minimum",
  });
  expect(await refused(price("metric_none", "1"))).toEqual({ "/metricId": "unknown_metric" });
  const model = { properties: { region: "eu", model: "large" } };
  const { id } = await api.post<CostPrice>("/cost-prices", price(metricId, "1", model));
  const twin = { properties: { model: "large", region: "eu" } };
  const answer = await api.request("POST", "/cost-prices", { body: price(metricId, "2", twin) });
  expect(answer).toMatchObject({ status: 409, body: { code: "state_conflict" } });
  expect(faultsOf(await api.request("PATCH", `/cost-prices/${id}`, { body: { validUntil: "2023-01-01" } }))).toEqual({
    "/validUntil": "not_after_start",
  });
});
