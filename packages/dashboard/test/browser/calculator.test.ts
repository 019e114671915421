import { createClient, type CreatePriceRequest } from "@counterfoil/sdk";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { expectAccessible, openBrowser, overflow, settled, signedIn } from "./support/browser.ts";

// R-UI-1 and R-RATE-1: the price calculator shows what a quantity past the last tier costs.

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Up to 1,000,000 at 0.01, up to 20,000,000 at 0.005 plus 100, and beyond that at 0.001. */
const TIERS = [
  { minUnits: 0, maxUnits: 1_000_000, pricePerUnit: { value: "0.01" }, fixedFee: { value: "0" } },
  { minUnits: 1_000_001, maxUnits: 20_000_000, pricePerUnit: { value: "0.005" }, fixedFee: { value: "100" } },
  { minUnits: 20_000_001, maxUnits: null, pricePerUnit: { value: "0.001" }, fixedFee: { value: "0" } },
];

async function priceOf(terms: CreatePriceRequest): Promise<string> {
  const { url, apiKey } = inject("started");
  const client = createClient({ baseUrl: url, apiKey });
  const metric = (await client.metrics.list({ limit: 1 })).items[0];
  const metricIds = [metric?.id ?? ""];
  const product = await client.products.create({ name: "Calculated", feeType: "metered", metricIds });
  const price = await client.prices.create({
    productId: product.id,
    currency: "EUR",
    billingInterval: "monthly",
    metricIds,
    ...terms,
  });
  return price.id;
}

test("the calculator charts, lists and charges quantities past the last tier", async () => {
  const id = await priceOf({ graduatedTieredPricingModel: { tiers: TIERS } });
  const { page, context, faults } = await signedIn(browser, { viewport: { width: 1280, height: 900 } });
  await page.goto(`/app/calculator?prices=${id}`);
  await settled(page);
  // One and a half times the start of the last tier.
  await expect.poll(() => page.getByLabel("Up to quantity").inputValue()).toMatch(/^30,?000,?000$/);
  // 1,000,000 × 0.01 + 19,000,000 × 0.005 + 100 + 10,000,000 × 0.001
  await page.getByText("At 30,000,000: €115,100.00 · Tier 3, the last one").waitFor();
  const tiers = page.getByRole("table", { name: "Tiers" }).getByRole("row");
  await expect.poll(() => tiers.nth(1).textContent()).toContain("€10,000.00");
  // 1,000,000 × 0.01 + 19,000,000 × 0.005 + 100
  expect(await tiers.nth(2).textContent()).toContain("€105,100.00");
  expect(await tiers.nth(3).textContent()).toContain("at 30,000,000: €115,100.00");
  const amounts = page.getByRole("table", { name: "Amounts by quantity" });
  await amounts.getByRole("row", { name: /^20,000,000 2 €105,100\.00/ }).waitFor();
  await amounts.getByRole("row", { name: /^20,000,001 3 €105,100\.00/ }).waitFor();
  const chart = page.getByRole("img", { name: /Use the arrow keys/ });
  await page.locator("svg").getByText("Tier 3").waitFor();
  const { width = 0, height = 0 } = (await chart.boundingBox()) ?? {};
  await chart.hover({ position: { x: width * 0.95, y: height / 2 } });
  await page.getByText(/· Tier 3$/).waitFor();
  await expectAccessible(page);
  await page.getByLabel("Up to quantity").fill("5000");
  await page.getByText("The chart ends before the last tier, which begins above 20,000,000.").waitFor();
  // 5,000 × 0.01
  await page.getByText("At 5,000: €50.00 · Tier 1").waitFor();
  await page.getByRole("button", { name: "Show all tiers" }).click();
  await page.getByText("At 30,000,000: €115,100.00 · Tier 3, the last one").waitFor();
  await page.getByLabel("Up to quantity").fill("100000000");
  // 105,100 + 80,000,000 × 0.001
  await page.getByText("At 100,000,000: €185,100.00 · Tier 3, the last one").waitFor();
  await page.setViewportSize({ width: 390, height: 800 });
  // The charts take the new width with the next frame.
  await expect.poll(() => overflow(page)).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
});

test("the explorer leads to the calculator, whose chart reaches beyond the account's usage", async () => {
  const { url, apiKey } = inject("started");
  const client = createClient({ baseUrl: url, apiKey });
  const { items } = await client.subscriptions.list({ limit: 1, filters: [{ field: "status", value: "active" }] });
  const metric = (await client.metrics.list({ limit: 100 })).items.find(({ name }) => name === "API calls");
  const { page, context } = await signedIn(browser);
  await page.goto(`/app/usage?accounts=${items[0]?.accountId}&metric=${metric?.id}`);
  await page.getByRole("link", { name: "Price this usage" }).click();
  await page.getByRole("heading", { level: 1, name: "Price calculator" }).waitFor();
  await page.getByRole("table", { name: "Cost of actual usage" }).waitFor();
  const to = Number((await page.getByLabel("Up to quantity").inputValue()).replaceAll(/\D/g, ""));
  const months = page.getByRole("table", { name: "Cost of actual usage" }).getByRole("row");
  const used = await months.evaluateAll((rows) =>
    rows.slice(1).map((row) => Number(row.children[1]?.textContent.replaceAll(/\D/g, ""))),
  );
  expect(used.length).toBeGreaterThan(0);
  expect(to).toBeGreaterThan(Math.max(...used));
  await context.close();
});

test("a price by volume charges the whole quantity at the last tier", async () => {
  const id = await priceOf({ tieredPricingModel: { tiers: TIERS } });
  const { page, context } = await signedIn(browser);
  await page.goto(`/app/calculator?prices=${id}`);
  // 30,000,000 × 0.001
  await page.getByText("At 30,000,000: €30,000.00 · Tier 3, the last one").waitFor();
  // The amount drops from 20,000,000 × 0.005 + 100 to 20,000,001 × 0.001.
  const amounts = page.getByRole("table", { name: "Amounts by quantity" });
  await amounts.getByRole("row", { name: /^20,000,000 2 €100,100\.00/ }).waitFor();
  await amounts.getByRole("row", { name: /^20,000,001 3 €20,000\.00/ }).waitFor();
  await context.close();
});
