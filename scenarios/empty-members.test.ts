import { type Json, scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

// R-API-1: an optional member without a value is null, a list without entries is [], and neither is missing.

/** An account that pays 1.00 for each call in arrears. */
async function calls(): Promise<Story> {
  const story = await scenario({ start: "2026-01-01" });
  await story.subscribe({ prices: [await story.usage("API calls", { unit: "1.00" })] });
  await story.advanceTo("2026-01-20");
  return story;
}

/** The costs of the only event of a list. */
async function costInList({ api }: Story, path: string): Promise<unknown[]> {
  const { items } = await api.get<{ items: Json[] }>(path);
  return items.map((item) => [item["cost"], "costs" in item]);
}

test("an event without a cost has cost null and costs [], read, amended and voided (R-API-1)", async () => {
  const story = await calls();
  const plain = story.event("api_calls", 1, "2026-01-10");
  const paid = { ...story.event("api_calls", 2, "2026-01-10"), cost: { amount: "0.50", currency: "USD" } };
  await story.send([plain, paid]);
  const at = (event: { uniqueId: string }, action = "") =>
    action === ""
      ? story.api.get<Json>(`/events/${event.uniqueId}`)
      : story.api.post<Json>(`/events/${event.uniqueId}/${action}`, action === "amend" ? { properties: {} } : {});

  const none = { cost: null, costs: [] };
  const sent = { cost: { amount: "0.50", currency: "USD" }, costs: [{ amount: "0.50", source: "event" }] };
  for (const action of ["", "amend", "void"]) {
    expect(await at(plain, action), action).toMatchObject(none);
    expect(await at(paid, action), action).toMatchObject(sent);
  }
});

test("an amendment answers the costs that it leaves (R-API-1, R-EVT-6)", async () => {
  const story = await calls();
  const event = story.event("api_calls", 1, "2026-01-10");
  await story.send([event]);
  const amend = (body: object) => story.api.post<Json>(`/events/${event.uniqueId}/amend`, body);
  const cost = { amount: "0.25", currency: "USD" };
  expect(await amend({ cost })).toMatchObject({ cost, costs: [{ amount: "0.25", quantity: null, modelCall: null }] });
  const removed = await amend({ cost: null });
  expect(removed).toMatchObject({ cost: null, costs: [] });
  expect(await story.api.get(`/events/${event.uniqueId}`)).toEqual(removed);
});

test("lists of events have cost, also null, and no costs, except for one event by its uniqueId (R-API-1)", async () => {
  const story = await calls();
  const event = story.event("api_calls", 1, "2026-01-10");
  await story.send([event]);
  await story.advanceTo("2026-02-03");
  const [invoice] = await story.invoices();
  const lists = [
    "/events",
    "/events?order=asc",
    `/events?account=${story.accountId}`,
    `/invoices/${invoice?.id}/lines/${invoice?.lineItems[0]?.id}/events`,
  ];
  for (const path of lists) expect(await costInList(story, path), path).toEqual([[null, false]]);
  const { items } = await story.api.get<{ items: Json[] }>(`/events?uniqueId=${event.uniqueId}`);
  expect(items).toEqual([await story.api.get(`/events/${event.uniqueId}`)]);
});

test("an event can be sent with the cost null that was read of another (R-API-6)", async () => {
  const story = await calls();
  const event = story.event("api_calls", 1, "2026-01-10");
  expect((await story.send([event])).ingested).toEqual([event.uniqueId]);
  const { cost } = await story.api.get<Json>(`/events/${event.uniqueId}`);
  // The same content as without the member.
  expect((await story.send([{ ...event, cost } as typeof event])).duplicates).toEqual([event.uniqueId]);
});

test("a model call names every kind of tokens, null for a kind without tokens (R-API-1, R-AI-1)", async () => {
  const story = await calls();
  await story.api.patch("/organization", { modelCosts: { eventName: "model_call" } });
  const properties = { provider: "openai", model: "gpt-5", input_tokens: 1_000, output_tokens: 200 };
  const call = { ...story.event("model_call", 1, "2026-01-10"), properties };
  await story.send([call] as never);
  const { costs } = await story.api.get<{ costs: Json[] }>(`/events/${call.uniqueId}`);
  // 1,000 × 1.25 + 200 × 10, for a million.
  expect(costs).toMatchObject([{ amount: "0.00325", modelCall: { provider: "openai" } }]);
  expect((costs[0]?.["modelCall"] as Json | undefined)?.["tokens"]).toEqual({
    input: { tokens: "1000", price: "1.25" },
    cachedInput: null,
    cacheWrite: null,
    output: { tokens: "200", price: "10" },
    reasoning: null,
  });
});
