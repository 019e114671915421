import { type Client, createClient } from "@counterfoil/sdk";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { expectAccessible, openBrowser, overflow, settled, signedIn } from "./support/browser.ts";

// R-AI-1: the page of model prices: the catalog, own prices, models without a price, and the backfill of their costs.

const PHONE = { width: 390, height: 844 };
let browser: Browser;
let client: Client;

beforeAll(async () => {
  browser = await openBrowser();
  const { url, apiKey } = inject("started");
  client = createClient({ baseUrl: url, apiKey });
});
afterAll(() => browser.close());

const table = (page: Page, name: string) => page.getByRole("table", { name });

/** Events of a model without a price, some minutes ago. */
async function callUnpriced(model: string, calls: number): Promise<void> {
  const account = await client.accounts.create({ name: `Uses ${model}`, currency: "USD" });
  await client.events.ingest(
    Array.from({ length: calls }, (_, place) => ({
      uniqueId: `${model}-${place}`,
      account: account.id,
      eventName: "model_call",
      timestamp: new Date(Date.now() - 60_000).toISOString(),
      properties: { provider: "in-house", model, input_tokens: 1_000_000 },
    })),
  );
}

test("the catalog is searched, and one of its models gets an own price, which is ended and deleted", async () => {
  const { context, page, faults } = await signedIn(browser, { colorScheme: "dark" });
  await page.goto("/app/insights/model-prices");
  await settled(page);
  await page.getByText(/from genai-prices/).waitFor();
  await page.getByLabel("Search models").fill("anthropic sonnet-4-5");
  await page.waitForURL(/q=anthropic/);
  const found = table(page, "Catalog").getByRole("row", { name: /claude-sonnet-4-5/ });
  await found.first().getByRole("cell", { name: "$15.00", exact: true }).waitFor();
  await expectAccessible(page);
  await found
    .first()
    .getByRole("button", { name: /claude-sonnet-4-5/ })
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Input, above 200,000 tokens").first().waitFor();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Set your own price" }).click();
  const form = page.getByRole("dialog", { name: "New model price" });
  expect(await form.getByLabel("Provider").inputValue()).toBe("anthropic");
  await form.getByLabel("Input", { exact: true }).fill("2.40");
  await form.getByLabel("From").fill("2026-01-01");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Create model price" }).click();
  await form.waitFor({ state: "detached" });
  await page.getByRole("tab", { name: "Your prices" }).click();
  const row = table(page, "Your prices").getByRole("row", { name: /claude-sonnet-4-5/ });
  await row.getByRole("cell", { name: "$2.40", exact: true }).waitFor();
  const own = async () =>
    (await client.modelPrices.list({ limit: 100 }).all()).find(({ model }) => model === "claude-sonnet-4-5");
  expect(await own()).toMatchObject({ prices: { input: "2.40", output: "15" }, validUntil: null });
  await row.getByRole("button", { name: /claude-sonnet-4-5/ }).click();
  await page.getByRole("dialog").getByLabel("End date (exclusive)").fill("2026-06-01");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await row.getByText("Jun 1, 2026").last().waitFor();
  await row.getByRole("button", { name: /claude-sonnet-4-5/ }).click();
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  // The dialog hides the table from roles, so a missing row alone says nothing.
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await row.waitFor({ state: "detached" });
  expect(await own()).toBeUndefined();
  expect(faults).toEqual([]);
  await context.close();
});

test("a model without a price needs attention, gets one on a phone, and its earlier events are priced", async () => {
  const model = "browser-7b";
  await callUnpriced(model, 3);
  const { context, page, faults } = await signedIn(browser, { viewport: PHONE });
  await page.goto("/app/attention?kind=model_unpriced");
  await settled(page);
  await table(page, "Models without a price").getByText(model).first().waitFor();
  await expectAccessible(page);
  await page.goto("/app/insights/model-prices?view=unpriced");
  await settled(page);
  const row = table(page, "Models without a price").getByRole("row", { name: new RegExp(model) });
  await row.getByText("No price for the model. Create one").first().waitFor();
  expect(await overflow(page)).toBe(0);
  await row.getByRole("button", { name: "Set price" }).click();
  const form = page.getByRole("dialog", { name: "New model price" });
  expect(await form.getByLabel("Model").inputValue()).toBe(model);
  await form.getByLabel("Input", { exact: true }).fill("0.5");
  expect(await overflow(page)).toBe(0);
  await form.getByRole("button", { name: "Create model price" }).click();
  await row.getByText("Priced now").waitFor();
  await page.getByRole("button", { name: "Price earlier events" }).click();
  const dialog = page.getByRole("dialog", { name: "Price earlier events" });
  await dialog.getByRole("listitem").filter({ hasText: model }).getByText("$1.50").waitFor();
  await expectAccessible(page);
  expect(await overflow(page)).toBe(0);
  // The preview stores nothing.
  expect((await client.events.get(`${model}-0`)).costs).toEqual([]);
  await dialog.getByRole("button", { name: /^Price \d+ events?$/ }).click();
  await dialog.waitFor({ state: "detached" });
  await vi.waitUntil(async () => (await client.events.get(`${model}-2`)).costs?.length === 1);
  expect((await client.events.get(`${model}-2`)).costs).toMatchObject([{ amount: "0.5", currency: "USD" }]);
  await row.waitFor({ state: "detached" });
  expect(faults).toEqual([]);
  await context.close();
});

test("an organization without costs of model calls can turn them on", async () => {
  const { modelCosts } = await client.organization.get();
  await client.organization.update({ modelCosts: null });
  const { context, page } = await signedIn(browser);
  await page.goto("/app/insights/model-prices");
  await page.getByRole("button", { name: "Turn on costs of model calls" }).click();
  await page.getByRole("heading", { name: "Model calls have no costs yet" }).waitFor({ state: "detached" });
  expect((await client.organization.get()).modelCosts).toEqual(modelCosts);
  await context.close();
});
