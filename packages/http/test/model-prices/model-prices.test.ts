import { readModelCatalog } from "@counterfoil/engine";
import { type Environment, environment, startEnvironment, type TestOrganization } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, test } from "vitest";
import { faultsOf } from "../support/faults.ts";

// R-AI-1: costs of model calls from the catalog and from own prices, frozen with the version of the catalog.

type Api = TestOrganization["api"];
let platform: Environment;

beforeAll(async () => {
  platform = await environment();
});

async function openShop(modelCosts: object | null = {}, on = platform) {
  const { api } = await on.createOrganization();
  await api.patch("/organization", { modelCosts });
  await api.post("/accounts", { name: "Acme", aliases: ["crm-1"] });
  const metric = (name: string, field: string) => {
    return api.post("/metrics", { name, eventName: "model_call", aggregation: { method: "sum", field } });
  };
  const tokens = await metric("Tokens", "total_tokens");
  return { api, metric, metricId: tokens.id };
}

/** A call of gpt-5: 1.25 for a million tokens of input, 0.125 from the cache, 10 for output. */
const call = (uniqueId: string, properties: object = {}, members: object = {}) => ({
  uniqueId,
  account: "crm-1",
  eventName: "model_call",
  timestamp: "2026-11-05T10:00:00Z",
  properties: { provider: "openai", model: "gpt-5", input_tokens: 1_000, output_tokens: 200, ...properties },
  ...members,
});
const send = (api: Api, ...events: object[]) => api.post("/events", { events });

interface Cost extends Record<string, unknown> {
  amount: string;
  currency: string;
  source: string;
  modelCall: Record<string, unknown> | null;
}

async function costsOf(api: Api, uniqueId: string): Promise<Cost[]> {
  return (await api.get<{ costs: Cost[] }>(`/events/${uniqueId}`)).costs;
}
const textOf = async (api: Api, uniqueId: string) =>
  (await costsOf(api, uniqueId)).map(({ amount, currency, source }) => `${amount} ${currency} ${source}`);

const NEWER = readModelCatalog(
  `{"version": "2026-12", "providers": [{"id": "openai", "models": [
    {"id": "gpt-5", "match": {"equals": "gpt-5"}, "prices": {"input_mtok": 1, "output_mtok": 8}}]}]}`,
  "",
);

test("a call is priced from the catalog, and its cost is frozen with the version and every price", async () => {
  const { api, metricId } = await openShop();
  await send(api, call("a", { cached_input_tokens: 400, reasoning_tokens: 50, cache_write_tokens: 0 }));
  // (1,000 × 1.25 + 400 × 0.125 + 200 × 10 + 50 × 10) ÷ 1,000,000
  expect(await costsOf(api, "a")).toEqual([
    {
      metricId,
      amount: "0.0038",
      currency: "USD",
      source: "model_price",
      quantity: null,
      unitCost: null,
      costPriceId: null,
      modelCall: {
        provider: "openai",
        model: "gpt-5",
        catalog: "genai-prices 0.1.8",
        catalogModel: "openai/gpt-5",
        modelPriceId: null,
        discountPercent: "0",
        tokens: {
          input: { tokens: "1000", price: "1.25" },
          cachedInput: { tokens: "400", price: "0.125" },
          cacheWrite: null,
          output: { tokens: "200", price: "10" },
          reasoning: { tokens: "50", price: "10" },
        },
      },
    },
  ]);
  const margin = await api.get<{ items: Record<string, string>[] }>(
    "/insights/margin?groupBy=property&property=model&from=2026-11-01&to=2026-12-01",
  );
  expect(margin.items).toEqual([expect.objectContaining({ cost: "0.0038" })]);
});

test("an organization that does not opt in, and events with another name, have no costs", async () => {
  const { api } = await openShop(null);
  expect(await api.get("/organization")).toMatchObject({ modelCosts: null });
  await send(api, call("a"));
  expect(await textOf(api, "a")).toEqual([]);
  expect(await api.patch("/organization", { modelCosts: { eventName: "llm" } })).toMatchObject({
    modelCosts: { eventName: "llm", batchDiscountPercent: "50" },
  });
  await send(api, call("b"), call("c", {}, { eventName: "llm" }));
  expect(await textOf(api, "b")).toEqual([]);
  expect(await textOf(api, "c")).toEqual(["0.00325 USD model_price"]); // 1,000 × 1.25 + 200 × 10
  expect((await api.get<{ models: object[] }>("/model-prices/unpriced")).models).toEqual([]);
});

test("a call in a batch has the discount", async () => {
  const { api } = await openShop({ batchDiscountPercent: "40" });
  await send(api, call("a", { batch: true }));
  expect(await textOf(api, "a")).toEqual(["0.00195 USD model_price"]); // 0.00325 × 60 %
});

test("a sent cost and a cost price come first", async () => {
  const { api, metricId } = await openShop();
  await send(api, call("a", {}, { cost: { amount: "0.5", currency: "EUR" } }));
  expect(await textOf(api, "a")).toEqual(["0.5 EUR event"]);
  await send(api, call("early"));
  const price = { metricId, unitCost: "0.001", currency: "USD", validFrom: "2026-01-01" };
  await api.post("/cost-prices", price);
  await send(api, call("b", { total_tokens: 1_200 }));
  expect(await textOf(api, "b")).toEqual(["1.2 USD cost_price"]);
  // An event whose cost is frozen keeps it, also if another metric gets a cost price afterwards.
  await expect
    .poll(() => api.get(`/cost-prices?limit=1`), { timeout: 20_000 })
    .toMatchObject({
      items: [{ isApplied: true }],
    });
  expect(await textOf(api, "early")).toEqual(["0.00325 USD model_price"]);
});

test("a model without a price has no cost and is listed, until it has one; amending prices earlier events", async () => {
  const { api } = await openShop();
  await send(api, call("a", { model: "tuned-7b" }), call("b", { model: "tuned-7b" }), call("c", { provider: 7 }));
  await send(api, call("d", { model: "tuned-7b" }), call("e", { input_tokens: "many" }));
  expect(await textOf(api, "a")).toEqual([]);
  const unpriced = async () =>
    (await api.get<{ models: Record<string, unknown>[] }>("/model-prices/unpriced")).models
      .map(({ provider, model, missing, uniqueId, isPricedNow }) =>
        [provider, model, missing, uniqueId, isPricedNow].join(" "),
      )
      .toSorted();
  expect(await unpriced()).toEqual([
    " gpt-5 model c false",
    "openai gpt-5 tokens e false",
    "openai tuned-7b model a false",
  ]);
  await api.post("/model-prices", {
    provider: "openai",
    model: "tuned-*",
    currency: "EUR",
    prices: { input: "3", output: "6" },
    batchDiscountPercent: "10",
    validFrom: "2026-11-01",
  });
  expect(await unpriced()).toContain("openai tuned-7b model a true");
  await send(api, call("f", { model: "tuned-7b", batch: true }));
  expect(await textOf(api, "f")).toEqual(["0.00378 EUR model_price"]); // (1,000 × 3 + 200 × 6) ÷ 1,000,000 × 90 %
  expect(await textOf(api, "b")).toEqual([]);
  await api.post("/events/b/amend", { timestamp: "2026-11-05T10:00:00Z" });
  expect(await textOf(api, "b")).toEqual(["0.0042 EUR model_price"]);
});

test("an own price replaces the catalog's from its date on; ending or deleting it changes no frozen cost", async () => {
  const { api } = await openShop();
  const own = { provider: "OpenAI", model: "GPT-5", prices: { input: "2", output: 1 }, validFrom: "2026-11-04" };
  const created = await api.post<{ id: string }>("/model-prices", own);
  expect(created).toMatchObject({
    currency: "USD",
    prices: { input: "2", cachedInput: null, cacheWrite: null, output: "1", reasoning: null },
    validFrom: "2026-11-04T00:00:00.000Z",
    validUntil: null,
    batchDiscountPercent: null,
  });
  expect((await api.request("POST", "/model-prices", { body: own })).status).toBe(409);
  expect(await api.get(`/model-prices/${created.id}`)).toEqual(created);
  expect((await api.get<{ items: object[] }>("/model-prices")).items).toEqual([created]);
  await send(api, call("a"), call("before", {}, { timestamp: "2026-11-03T23:59:59Z" }));
  expect(await textOf(api, "a")).toEqual(["0.0022 USD model_price"]); // 1,000 × 2 + 200 × 1
  expect(await textOf(api, "before")).toEqual(["0.00325 USD model_price"]);
  const [frozen] = await costsOf(api, "a");
  expect(frozen?.modelCall).toMatchObject({ catalog: null, modelPriceId: created.id });
  await api.patch(`/model-prices/${created.id}`, { validUntil: "2026-11-05" });
  await send(api, call("b"));
  expect(await textOf(api, "b")).toEqual(["0.00325 USD model_price"]);
  await api.delete(`/model-prices/${created.id}`);
  expect(await costsOf(api, "a")).toEqual([frozen]);
});

test("the price that applies can be looked up", async () => {
  const { api } = await openShop();
  const look = (query: string) => api.get(`/model-prices/catalog?${query}`);
  expect(await look("provider=openai.responses&model=gpt-5")).toMatchObject({ catalogModel: "openai/gpt-5" });
  expect(await look("provider=openai&model=GPT-5&at=2026-11-05")).toEqual({
    provider: "openai",
    model: "GPT-5",
    at: "2026-11-05T00:00:00.000Z",
    catalogVersion: "genai-prices 0.1.8",
    prices: { input: "1.25", cachedInput: "0.125", cacheWrite: null, output: "10", reasoning: null },
    currency: "USD",
    batchDiscountPercent: "50",
    catalog: "genai-prices 0.1.8",
    catalogModel: "openai/gpt-5",
    modelPriceId: null,
  });
  const opus = "provider=anthropic&model=claude-opus-4-6";
  expect(await look(`${opus}&at=2026-03-12&promptTokens=200001`)).toMatchObject({ prices: { input: "10" } });
  expect(await look(`${opus}&at=2026-03-13&promptTokens=200001`)).toMatchObject({ prices: { input: "5" } });
  expect(await look("provider=elsewhere&model=x")).toMatchObject({ prices: null, currency: null, catalog: null });
});

test("a newer catalog prices new events and changes no frozen cost, and voids take back what was frozen", async () => {
  const { api } = await openShop();
  await send(api, call("a"));
  const database = { ...platform.database, drop: () => Promise.resolve() };
  const newer = await startEnvironment(undefined, { database, modelCatalog: NEWER });
  try {
    const { api: later } = await openShop({}, newer);
    await send(later, call("b"));
    expect(await textOf(later, "b")).toEqual(["0.0026 USD model_price"]); // 1,000 × 1 + 200 × 8
    expect((await costsOf(later, "b"))[0]?.modelCall).toMatchObject({ catalog: "2026-12" });
    await later.post("/events/b/void");
    const margin = await later.get<{ items: object[]; total?: object }>(
      "/insights/margin?groupBy=metric&from=2026-11-01&to=2026-12-01",
    );
    expect(JSON.stringify(margin)).not.toContain("0.0026");
  } finally {
    await newer.stop();
  }
  expect(await textOf(api, "a")).toEqual(["0.00325 USD model_price"]);
});

test("bad prices are refused with what is wrong", async () => {
  const { api } = await openShop();
  const own = { provider: "openai", model: "gpt-5", prices: { input: "1" } };
  const faults = async (members: object) =>
    faultsOf(await api.request("POST", "/model-prices", { body: { ...own, ...members } }));
  expect(await faults({ prices: {} })).toEqual({ "/prices": "required" });
  expect(await faults({ prices: { input: "-1" } })).toEqual({ "/prices/input": "below_minimum" });
  expect(await faults({ model: "gpt-*-mini" })).toEqual({ "/model": "wrong_format" });
  expect(await faults({ batchDiscountPercent: "101" })).toEqual({ "/batchDiscountPercent": "out_of_range" });
  expect(await faults({ currency: "XXQ" })).toEqual({ "/currency": "unknown_currency" });
  expect(await faults({ validFrom: "2026-02-01", validUntil: "2026-02-01" })).toEqual({
    "/validUntil": "not_after_start",
  });
  const setting = await api.request("PATCH", "/organization", { body: { modelCosts: { batchDiscountPercent: "-1" } } });
  expect(faultsOf(setting)).toEqual({ "/modelCosts/batchDiscountPercent": "out_of_range" });
});
