import { type BookDifference, verifyBooks } from "@counterfoil/service";
import { type Environment, environment, type TestOrganization } from "@counterfoil/testkit/scenario";
import { Temporal } from "temporal-polyfill";
import { beforeAll, expect, test, vi } from "vitest";

// R-AI-1: missing costs of model calls are filled for open months, and costs that exist never change.

type Api = TestOrganization["api"];
interface Backfill {
  id: string;
  mode: string;
  status: string;
  from: string;
  progressPercent: number;
  events: number;
  costs: { currency: string; amount: string }[];
  models: object[];
  unpriced: object[];
  finishedAt: string | null;
}

let platform: Environment;
const now = Temporal.Instant.fromEpochMilliseconds(Date.now());
/** Minutes ago: always in an open month. */
const ago = (minutes: number) => now.subtract({ minutes }).toString({ fractionalSecondDigits: 3 });
/** In a month that closed. */
const LONG_AGO = now.subtract({ hours: 45 * 24 }).toString({ fractionalSecondDigits: 3 });

beforeAll(async () => {
  platform = await environment();
});

async function openShop(modelCosts: object | null = {}) {
  const organization = await platform.createOrganization();
  const { api } = organization;
  await api.patch("/organization", { modelCosts });
  await api.post("/accounts", { name: "Acme", aliases: ["crm-1"] });
  const aggregation = { method: "sum", field: "input_tokens" };
  const metric = await api.post("/metrics", { name: "Tokens", eventName: "model_call", aggregation });
  return { organization, api, metricId: metric.id };
}

const call = (uniqueId: string, model: string, members: object = {}) => ({
  uniqueId,
  account: "crm-1",
  eventName: "model_call",
  timestamp: ago(30),
  properties: { provider: "in-house", model, input_tokens: 1_000, output_tokens: 200 },
  ...members,
});
const send = (api: Api, ...events: object[]) => api.post("/events", { events });
const costsOf = async (api: Api, uniqueId: string) =>
  (await api.get<{ costs: { amount: string; currency: string }[] }>(`/events/${uniqueId}`)).costs.map(
    ({ amount, currency }) => `${amount} ${currency}`,
  );

async function run(api: Api, mode: "preview" | "apply"): Promise<Backfill> {
  const { id } = await api.post<Backfill>("/model-prices/backfills", { mode });
  let found: Backfill | undefined;
  await vi.waitUntil(async () => {
    found = await api.get<Backfill>(`/model-prices/backfills/${id}`);
    return found.status === "done";
  }, 60_000);
  return found as Backfill;
}

/** Of all days around now, whatever month they are in. */
async function costInTotal(api: Api): Promise<string> {
  const day = (days: number) =>
    now
      .add({ hours: days * 24 })
      .toString()
      .slice(0, 10);
  const path = `/insights/margin?currency=USD&from=${day(-3)}&to=${day(2)}`;
  return (await api.get<{ totals: { cost: string } }>(path)).totals.cost;
}

const unpriced = async (api: Api) =>
  (await api.get<{ models: { model: string }[] }>("/model-prices/unpriced")).models.map(({ model }) => model);
/** 1,000 × 3 + 200 × 6 = 4,200 for a million: 0.0042. */
const OWN = { provider: "in-house", model: "tuned-7b", prices: { input: "3", output: "6" }, validFrom: "2020-01-01" };

test("a preview counts what events without a cost would cost and changes nothing; applying it stores the costs", async () => {
  const { api } = await openShop();
  await send(api, call("a", "tuned-7b"), call("b", "tuned-7b"), call("other", "unknown-1"));
  await send(api, call("sent", "tuned-7b", { cost: { amount: "9", currency: "EUR" } }));
  await send(api, call("void", "tuned-7b"), call("old", "tuned-7b", { timestamp: LONG_AGO }));
  await api.post("/events/void/void");
  await api.post("/model-prices", OWN);
  await send(api, call("new", "tuned-7b"));
  const preview = await run(api, "preview");
  expect(preview).toMatchObject({
    mode: "preview",
    progressPercent: 100,
    events: 2,
    costs: [{ currency: "USD", amount: "0.0084" }], // 2 × 0.0042
    models: [{ provider: "in-house", model: "tuned-7b", currency: "USD", events: 2, amount: "0.0084" }],
    unpriced: [{ provider: "in-house", model: "unknown-1", missing: "model", events: 1 }],
  });
  expect(await costsOf(api, "a")).toEqual([]);
  expect(await unpriced(api)).toContain("tuned-7b");
  const applied = await run(api, "apply");
  expect(applied).toMatchObject({
    events: 2,
    costs: preview.costs,
    models: preview.models,
    unpriced: preview.unpriced,
  });
  expect(await costsOf(api, "a")).toEqual(["0.0042 USD"]);
  expect(await costsOf(api, "b")).toEqual(["0.0042 USD"]);
  // Costs that exist, voided events, and events of closed months stay as they are.
  expect(await costsOf(api, "sent")).toEqual(["9 EUR"]);
  expect(await costsOf(api, "new")).toEqual(["0.0042 USD"]);
  expect(await costsOf(api, "old")).toEqual([]);
  // Only what still has no price needs attention.
  expect(await unpriced(api)).toEqual(["unknown-1"]);
  const { items } = await api.get<{ items: object[] }>("/insights/attention?kind=model_unpriced");
  expect(items).toMatchObject([{ kind: "model_unpriced", name: "unknown-1", detail: "model" }]);
});

test("applying it again, or after a void, changes nothing that exists", async () => {
  const { api } = await openShop();
  await send(api, call("a", "tuned-7b"), call("b", "tuned-7b"));
  await api.post("/model-prices", OWN);
  expect((await run(api, "apply")).events).toBe(2);
  await api.post("/model-prices", { ...OWN, prices: { input: "100", output: "100" }, validFrom: "2021-01-01" });
  expect((await run(api, "apply")).events).toBe(0);
  expect(await costsOf(api, "a")).toEqual(["0.0042 USD"]);
  await api.post("/events/a/void");
  expect((await run(api, "apply")).events).toBe(0);
  expect(await costInTotal(api)).toBe("0.0042");
});

test("filled costs count in the margin and the journal, and the books are verified (R-VER-1)", async () => {
  const { api, organization } = await openShop(null);
  // Stored before costs were turned on.
  const properties = { provider: "openai", model: "gpt-5", input_tokens: 8_000_000 };
  await send(api, call("a", "gpt-5", { properties, timestamp: ago(30 * 60) }));
  await api.patch("/organization", { modelCosts: {} });
  expect(await run(api, "apply")).toMatchObject({ events: 1, costs: [{ currency: "USD", amount: "10" }] }); // 8 × 1.25
  expect(await costInTotal(api)).toBe("10.00");
  // The day of the event has ended, so a worker books its cost.
  const journal = async () => JSON.stringify(await api.get("/journal?limit=100"));
  await vi.waitUntil(async () => (await journal()).includes("cost_of_revenue"), 30_000);
  expect(await journal()).toMatch(/"10\.00"/);
  const differences: BookDifference[] = [];
  const actor = { type: "command", id: "verify" } as const;
  const context = { ...platform.ports, organizationId: organization.id, actor, requestId: null };
  await verifyBooks(context, { from: null, to: null, onDifference: (one) => void differences.push(one) });
  expect(differences).toEqual([]);
});

test("one runs at a time, it needs the setting, and only a running one can be canceled", async () => {
  const { api } = await openShop();
  const create = (mode: string) => api.request("POST", "/model-prices/backfills", { body: { mode } });
  const done = await run(api, "preview");
  expect(done).toMatchObject({ events: 0, costs: [], models: [], unpriced: [] });
  expect((await api.request("POST", `/model-prices/backfills/${done.id}/cancel`)).body).toMatchObject({
    detail: "The backfill is done. Only a running one can be canceled.",
  });
  expect((await api.request("GET", "/model-prices/backfills/mfill_1")).status).toBe(404);
  expect((await create("guess")).status).toBe(422);
  const { items } = await api.get<{ items: Backfill[] }>("/model-prices/backfills?sort=createdAt:desc");
  expect(items.map(({ id }) => id)).toEqual([done.id]);
  await api.patch("/organization", { modelCosts: null });
  expect(await create("apply")).toMatchObject({
    status: 409,
    body: { detail: "Model calls have no costs yet. First set modelCosts of the organization." },
  });
});
