import { scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test, vi } from "vitest";

// R-COST-1, R-AI-1: a cost price decides about its metric only, and the product of a cost is that of its day.

const JANUARY = { from: "2026-01-01", to: "2026-02-01" };

type Item = Readonly<Record<"name" | "revenue" | "cost", string | null>>;
const marginOf = ({ api }: Story, parameters: Record<string, string>) =>
  api.get<{ totals: Item; items: readonly Item[] }>(
    `/insights/margin?${new URLSearchParams({ testClocks: "include", ...parameters })}`,
  );

/** The cost of one unit. */
const price = ({ api, currency }: Story, metricId: string, unitCost: string, members: object = {}) =>
  api.post<{ id: string }>("/cost-prices", { metricId, unitCost, currency, validFrom: "2025-01-01", ...members });

async function untilApplied({ api }: Story, { id }: { readonly id: string }): Promise<void> {
  const isApplied = async () => (await api.get<{ isApplied: boolean }>(`/cost-prices/${id}`)).isApplied;
  await vi.waitFor(async () => expect(await isApplied()).toBe(true), { timeout: 20_000, interval: 100 });
}

const costsOf = async ({ api }: Story, uniqueId: string) =>
  (await api.get<{ costs: { amount: string }[] }>(`/events/${uniqueId}`)).costs.map(({ amount }) => amount);

const send = (story: Story, uniqueId: string, eventName: string, properties: object, timestamp: string) =>
  story.api.post("/events", { uniqueId, account: story.accountId, eventName, properties, timestamp });

test("a price with a past begin gives earlier events no cost of another metric", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const sums = await story.metric("Units", { event: "calls" });
  const counts = await story.metric("Calls", { event: "calls", measure: "count" });
  const ended = await price(story, sums, "1", { validUntil: "2026-01-05" });
  // Otherwise its own walk through earlier events could still find the call.
  await untilApplied(story, ended);
  await story.advanceTo("2026-01-20");
  await send(story, "call", "calls", { quantity: 10 }, "2026-01-10T00:00:00Z");
  // The price goes on, for new events.
  await story.api.patch(`/cost-prices/${ended.id}`, { validUntil: null });
  await untilApplied(story, await price(story, counts, "0.25"));
  expect(await costsOf(story, "call")).toEqual(["0.25"]);
});

test("a price with a past begin gives earlier model calls no cost of the catalog", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const tokens = await story.metric("Tokens", { event: "model_call", measure: "sum total_tokens" });
  const call = { provider: "openai", model: "gpt-5", input_tokens: 1_000_000, total_tokens: 1 };
  await story.advanceTo("2026-01-20");
  await send(story, "call", "model_call", call, "2026-01-10T00:00:00Z");
  await story.api.patch("/organization", { modelCosts: {} });
  await untilApplied(story, await price(story, tokens, "1", { properties: { model: "another" } }));
  expect(await costsOf(story, "call")).toEqual([]);
});

test("a model call to which a cost price applies has its cost, also if that is zero", async () => {
  const story = await scenario({ start: "2026-01-01" });
  await story.api.patch("/organization", { modelCosts: {} });
  const output = await story.metric("Output", { event: "model_call", measure: "sum output_tokens" });
  await price(story, output, "0.00002");
  await story.advanceTo("2026-01-20");
  const call = { provider: "openai", model: "gpt-5", input_tokens: 1_000_000 };
  const at = "2026-01-19T00:00:00Z";
  await send(story, "one", "model_call", { ...call, output_tokens: 1 }, at);
  await send(story, "none", "model_call", { ...call, output_tokens: 0 }, at);
  // A million input tokens of the catalog would be 1.25.
  expect([await costsOf(story, "one"), await costsOf(story, "none")]).toEqual([["0.00002"], []]);
});

test("one price of a model begins at an instant, in any letters", async () => {
  const { api } = await scenario({ start: "2026-01-01" });
  const create = async (provider: string, model: string) => {
    const body = { provider, model, prices: { input: "3" }, validFrom: "2026-01-01" };
    return (await api.request("POST", "/model-prices", { body })).status;
  };
  expect(await create("openai", "own-model")).toBe(201);
  expect(await create("OpenAI", "Own-Model")).toBe(409);
  expect(await create("OpenAI", "Own-Model-2")).toBe(201);
});

test("a cost stays with the product of its day when a later version sells another one", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const metric = await story.metric("Calls", { event: "calls" });
  const [before, after] = [
    await story.usage("Before", { unit: "0.02" }, { metrics: [metric] }),
    await story.usage("After", { unit: "0.05" }, { metrics: [metric] }),
  ];
  const { id } = await story.subscribe({ prices: [before] });
  await price(story, metric, "0.01");
  await story.use("calls", 100, "2026-01-10T12:00");
  await story.version(id, "2026-02-01", [after]);
  const byProduct = async (range: object) =>
    (await marginOf(story, { ...range, groupBy: "product" })).items.map(({ name, revenue, cost }) => [
      name,
      revenue,
      cost,
    ]);
  expect(await byProduct(JANUARY)).toEqual([["Before", "2.00", "1.00"]]);
  await story.use("calls", 10, "2026-02-10T12:00");
  expect(await byProduct({ from: "2026-01-01", to: "2026-03-01" })).toEqual([
    ["After", "0.50", "0.10"],
    ["Before", "2.00", "1.00"],
  ]);
});

test("an unknown metric of a margin is not found, like an unknown account", async () => {
  const { api } = await scenario({ start: "2026-01-01" });
  const status = async (query: string) => (await api.request("GET", `/insights/margin?${query}`)).status;
  expect([await status("metricId=metric_none"), await status("accountId=acct_none")]).toEqual([404, 404]);
});
