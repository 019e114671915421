import { readFile } from "node:fs/promises";
import { type Client, createClient } from "@counterfoil/sdk";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { expectAccessible, openBrowser, overflow, settled, signedIn } from "./support/browser.ts";

// R-COST-1: the margin page: figures, rows with the lowest margin first, its file, and cost prices.

const PHONE = { width: 390, height: 844 };
let browser: Browser;
let client: Client;
let metricId: string;

beforeAll(async () => {
  browser = await openBrowser();
  const { url, apiKey } = inject("started");
  client = createClient({ baseUrl: url, apiKey });
  const metric = await client.metrics.create({
    name: "Tokens of the margin page",
    eventName: "margin_tokens",
    aggregation: { method: "sum", field: "tokens" },
    groupBy: ["model"],
  });
  metricId = metric.id;
});
afterAll(() => browser.close());

/** An account that pays 0.02 for each token, with 1,500 tokens of one model and 100 of another. */
async function loserAndCosts(cost: (tokens: number) => string): Promise<string> {
  const account = await client.accounts.create({ name: `Spends ${cost(100)}`, currency: "EUR" });
  const metricIds = [metricId];
  const product = await client.products.create({ name: "Margin tokens", feeType: "metered", metricIds });
  const price = await client.prices.create({
    productId: product.id,
    currency: "EUR",
    billingInterval: "monthly",
    metricIds,
    unitPricingModel: { pricePerUnit: { value: "0.02" } },
  });
  const subscription = await client.subscriptions.create({
    accountId: account.id,
    priceGroups: [{ priceIds: [price.id] }],
  });
  await client.subscriptions.activate(subscription.id);
  const event = (model: string, tokens: number) => ({
    uniqueId: `${account.id}-${model}`,
    account: account.id,
    eventName: "margin_tokens",
    properties: { tokens, model },
    cost: { amount: cost(tokens), currency: "EUR" },
  });
  await client.events.ingest([event("large", 1_500), event("small", 100)]);
  return account.id;
}

const table = (page: Page) => page.getByRole("table", { name: "Margin" });

test("an account that loses money is marked, and leads to its metrics and their days", async () => {
  // 1,600 × 0.02 = 32.00 of revenue, and 1,600 × 0.0325 = 52.00 of cost.
  const accountId = await loserAndCosts((tokens) => ((tokens * 325) / 10_000).toFixed(4));
  const { context, page, faults } = await signedIn(browser, { colorScheme: "dark" });
  await page.goto(`/app/insights/margin?accountId=${accountId}`);
  await settled(page);
  const totals = page.locator("section").filter({ hasText: "Losing money" }).first();
  await expect.poll(() => totals.innerText()).toMatch(/€32\.00[^]*€52\.00[^]*-€20\.00[^]*-62\.5%[^]*1\s+Of 1 account/);
  const row = table(page).locator("tbody tr[data-index]");
  expect(await row.first().innerText()).toMatch(/Spends 3\.2500[^]*Loss[^]*€32\.00[^]*€52\.00[^]*-€20\.00/);
  await expectAccessible(page);
  await row.first().getByRole("link").click();
  await page.waitForURL(/group=metric/);
  await table(page).getByRole("link", { name: "Tokens of the margin page" }).click();
  await page.waitForURL(/group=day/);
  await page.getByRole("heading", { name: "Revenue and cost by day" }).waitFor();
  await settled(page);
  await expectAccessible(page);
  expect(faults).toEqual([]);
  await context.close();
});

test("the values of a property come with the lowest margin first, on a phone and in the file", async () => {
  // large: 30.00 − 30.375 = −0.375. small: 2.00 − 2.025 = −0.025.
  const accountId = await loserAndCosts((tokens) => ((tokens * 2025) / 100_000).toFixed(5));
  const { context, page } = await signedIn(browser, { viewport: PHONE });
  await page.goto(`/app/insights/margin?accountId=${accountId}`);
  await settled(page);
  await page.getByLabel("Group by").selectOption("property");
  await page.waitForURL(/group=property/);
  await page.getByLabel("Property", { exact: true }).fill("model");
  await table(page).getByText("large").waitFor();
  const rows = await table(page).locator("tbody tr[data-index]").allInnerTexts();
  expect(rows.map((text) => text.split(/\s/)[0])).toEqual(["large", "small"]);
  expect(rows[0]).toMatch(/€30\.00 revenue, €30\.38 cost/);
  expect(await overflow(page)).toBe(0);
  await expectAccessible(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "CSV" }).click(),
  ]);
  expect((await readFile(await download.path(), "utf8")).replace("\uFEFF", "").trimEnd().split("\r\n")).toEqual([
    "Property,Revenue,Running revenue,Cost,Margin,Percent,Currency",
    "large,30.00,30.00,30.375,-0.375,-1.25,EUR",
    "small,2.00,2.00,2.025,-0.025,-1.25,EUR",
  ]);
  await context.close();
});

test("without costs the page says how to send them", async () => {
  const { context, page } = await signedIn(browser);
  // Nothing happened in this period.
  await page.goto("/app/insights/margin?period=custom&from=2015-01-01&to=2015-02-01");
  await page.getByRole("heading", { name: /^No costs/ }).waitFor();
  const link = page.getByRole("link", { name: "Read about costs and margin" });
  expect(await link.getAttribute("href")).toBe("/docs/costs/");
  await settled(page);
  await expectAccessible(page);
  await context.close();
});

test("a cost price is created with a property, ended, and deleted", async () => {
  const { context, page, faults } = await signedIn(browser);
  await page.goto("/app/insights/margin?view=prices");
  await settled(page);
  await page.getByRole("button", { name: "New cost price" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Metric").selectOption({ label: "Tokens of the margin page" });
  await dialog.getByLabel("Unit cost").fill("0.0000025");
  await dialog.getByLabel("From").fill("2026-01-01");
  await dialog.getByLabel("Property 1").fill("model");
  await dialog.getByLabel("Value 1").fill("large");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create cost price" }).click();
  const row = page.getByRole("table", { name: "Cost prices" }).getByRole("row", { name: /Tokens of the margin page/ });
  await row.getByText("€0.0000025").waitFor();
  expect(await row.innerText()).toContain("model: large");
  const prices = async () =>
    (await client.costPrices.list({ limit: 100 }).all()).filter((price) => price.metricId === metricId);
  expect((await prices())[0]).toMatchObject({ properties: { model: "large" }, unitCost: "0.0000025" });
  await row.getByRole("button", { name: /Tokens of the margin page/ }).click();
  await dialog.getByLabel("End date (exclusive)").fill("2026-06-01");
  await dialog.getByRole("button", { name: "Save" }).click();
  await row.getByText("Jun 1, 2026").waitFor();
  expect((await prices())[0]?.validUntil).not.toBeNull();
  await row.getByRole("button", { name: /Tokens of the margin page/ }).click();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect.poll(prices).toEqual([]);
  await dialog.waitFor({ state: "detached" });
  await row.waitFor({ state: "detached" });
  expect(faults).toEqual([]);
  await context.close();
});

test("the alert below a margin is set, refused above 100 percent, and turned off", async () => {
  // The demonstration has an alert.
  await client.organization.update({ marginAlert: null });
  const { context, page } = await signedIn(browser, { viewport: PHONE });
  await page.goto("/app/insights/margin");
  await page.getByRole("button", { name: "Set alert" }).click();
  const dialog = page.getByRole("dialog", { name: "Margin alert" });
  await dialog.getByLabel("Margin below").fill("120");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save alert" }).click();
  await dialog.getByText("marginAlert.percent is 120. Use a percentage from 0 to 100, such as 20.").waitFor();
  await dialog.getByLabel("Margin below").fill("25");
  await dialog.getByLabel("Minimum cost").fill("1.50");
  await dialog.getByRole("button", { name: "Save alert" }).click();
  await page.getByRole("button", { name: "Alert below 25%" }).waitFor();
  expect(await overflow(page)).toBe(0);
  expect((await client.organization.get()).marginAlert).toEqual({ percent: "25", minimumCost: "1.50" });
  await page.getByRole("button", { name: "Alert below 25%" }).click();
  await dialog.getByRole("button", { name: "Turn off" }).click();
  await page.getByRole("button", { name: "Set alert" }).waitFor();
  expect((await client.organization.get()).marginAlert).toBeNull();
  await context.close();
});
