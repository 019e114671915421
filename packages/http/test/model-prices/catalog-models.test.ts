import { type Environment, environment } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, test } from "vitest";

// R-AI-1: the catalog can be listed and searched.

interface Page {
  catalogVersion: string;
  items: { provider: string; model: string; prices: Record<string, string | null>; longPrompts: object[] }[];
  pageCount: number;
  limit: number;
}
let platform: Environment;
beforeAll(async () => {
  platform = await environment();
});

test("models are found by words of their provider and name, in pages", async () => {
  const { api } = await platform.createOrganization();
  const list = (query: string) => api.get<Page>(`/model-prices/catalog/models?${query}`);
  const first = await list("limit=100");
  expect(first).toMatchObject({ catalogVersion: "genai-prices 0.1.8", limit: 100 });
  expect(first.pageCount).toBeGreaterThan(10);
  const last = await list(`limit=100&page=${first.pageCount}`);
  expect(last.items.length).toBeGreaterThan(0);
  expect(last.items.at(-1)).not.toEqual(first.items.at(-1));
  expect((await list(`limit=100&page=${first.pageCount + 1}`)).items).toEqual([]);
  const mini = await list("search=OPENAI%20gpt-5-mini&provider=openai");
  expect(mini.items).toMatchObject([
    {
      provider: "openai",
      model: "gpt-5-mini",
      prices: { input: "0.25", cachedInput: "0.025", cacheWrite: null, output: "2", reasoning: null },
      longPrompts: [],
    },
  ]);
  const sonnet = await list("search=sonnet-4-5&provider=anthropic");
  expect(sonnet.items[0]).toMatchObject({
    prices: { input: "3" },
    longPrompts: [{ above: "200000", prices: { input: "6" } }],
  });
  expect((await list("search=no-such-model")).items).toEqual([]);
});

test("every listed model has the price that a lookup of its name returns", async () => {
  const { api } = await platform.createOrganization();
  const { items } = await api.get<Page>("/model-prices/catalog/models?provider=anthropic&limit=100");
  expect(items.length).toBeGreaterThan(5);
  for (const { provider, model, prices } of items) {
    const found = await api.get<{ prices: object | null; catalogModel: string | null }>(
      `/model-prices/catalog?provider=${provider}&model=${encodeURIComponent(model)}`,
    );
    if (found.catalogModel === `${provider}/${model}`) expect([model, found.prices]).toEqual([model, prices]);
  }
});

test.each(["page=0", "limit=many", "unknown=1"])("%s is refused", async (query) => {
  const { api } = await platform.createOrganization();
  expect((await api.request("GET", `/model-prices/catalog/models?${query}`)).status).toBe(400);
});
