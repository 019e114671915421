import { type Client, createClient } from "@counterfoil/sdk";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { expectAccessible, openBrowser, overflow, settled, signedIn } from "./support/browser.ts";

// R-UI-1: the cards of the home page: the period and its comparison, their order, a card that fails, and one currency for all.

let browser: Browser;
let client: Client;

beforeAll(async () => {
  browser = await openBrowser();
  const { url, apiKey } = inject("started");
  client = createClient({ baseUrl: url, apiKey });
});
afterAll(() => browser.close());

const money = (amount: string | null | undefined, currency: string) =>
  new Intl.NumberFormat("en-US", { style: "currency", currency }).format(Number(amount));

function card(page: Page, name: string) {
  return page.locator("section").filter({ has: page.getByRole("heading", { name, exact: true }) });
}

function keyFigure(page: Page, name: string) {
  return page.getByRole("region", { name: "Key figures" }).getByRole("link", { name: new RegExp(`^${name}`) });
}

/** The cards of the main column in the order of the page. */
async function order(page: Page): Promise<string[]> {
  const titles = await page.locator("main h2").allInnerTexts();
  return titles.filter((title) => ["Net revenue", "Cash collected", "Forecast", "Unpaid by age"].includes(title));
}

async function openHome(page: Page, search = ""): Promise<void> {
  await page.goto(`/app/${search}`);
  await settled(page);
}

/** The demo company collects cash in every month, but perhaps not in the first days of this one. */
const LAST_MONTH = "?currency=EUR&period=last_month";

async function lastMonth(): Promise<{ from: string; to: string }> {
  const { timezone } = await client.organization.get();
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: timezone }).format(new Date());
  const to = `${today.slice(0, 7)}-01`;
  const [year = 0, month = 0] = to.split("-").map(Number);
  return { from: new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 10), to };
}

test("a period is kept in the address, and its figures are compared with as many days before", async () => {
  const { context, page, faults } = await signedIn(browser);
  await openHome(page, "?currency=EUR");
  await page.getByLabel("Period").selectOption("last_month");
  await page.waitForURL(/period=last_month/);
  await settled(page);
  const { from, to } = await lastMonth();
  const figures = await client.insights.getKeyFigures({ from, to, currency: "EUR" });
  const [euros] = figures.items;
  const text = await keyFigure(page, "Cash collected").innerText();
  expect(text).toContain(money(euros?.cashCollected.value, "EUR"));
  expect(text).toContain(money(euros?.cashCollected.before, "EUR"));
  expect(await keyFigure(page, "MRR").innerText()).toContain(money(euros?.mrr.value, "EUR"));
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
  expect((Date.parse(figures.before.to) - Date.parse(figures.before.from)) / 86_400_000).toBe(days);
  await page.getByText(/compared with/).waitFor();
  await page.reload();
  await settled(page);
  expect(await page.getByLabel("Period").inputValue()).toBe("last_month");
  expect(await keyFigure(page, "Cash collected").innerText()).toBe(text);
  expect(faults).toEqual([]);
  await context.close();
});

test("the order of cards and hidden cards are kept, and can be reset", async () => {
  const { context, page } = await signedIn(browser);
  await openHome(page);
  expect(await order(page)).toEqual(["Net revenue", "Cash collected", "Forecast", "Unpaid by age"]);
  await page.getByRole("button", { name: "Customize" }).click();
  const dialog = page.getByRole("dialog", { name: "Customize home" });
  await dialog.getByRole("button", { name: "Move Cash collected up" }).click();
  await dialog.getByRole("checkbox", { name: "Forecast" }).uncheck();
  await dialog.getByRole("button", { name: "Done" }).click();
  const chosen = ["Cash collected", "Net revenue", "Unpaid by age"];
  expect(await order(page)).toEqual(chosen);
  await page.reload();
  await settled(page);
  expect(await order(page)).toEqual(chosen);
  await page.getByRole("button", { name: "Customize" }).click();
  await dialog.getByRole("button", { name: "Reset" }).click();
  await dialog.getByRole("button", { name: "Done" }).click();
  expect(await order(page)).toEqual(["Net revenue", "Cash collected", "Forecast", "Unpaid by age"]);
  await context.close();
});

test("a card that fails says so and can be retried, while the others show their figures", async () => {
  const { context, page } = await signedIn(browser);
  await page.route("**/insights/cash-collected*", (route) => route.fulfill({ status: 500, body: "{}" }));
  await openHome(page, LAST_MONTH);
  const cash = card(page, "Cash collected");
  const retry = cash.getByRole("button", { name: /try again|retry/i });
  await retry.waitFor();
  expect(await cash.innerText()).not.toMatch(/€/);
  for (const name of ["Net revenue", "Forecast", "Monthly recurring revenue"]) {
    expect(await card(page, name).innerText(), name).toMatch(/€/);
  }
  expect(await keyFigure(page, "Cash collected").innerText()).toMatch(/€[\d,.]+/);
  await page.unroute("**/insights/cash-collected*");
  await retry.click();
  await cash.getByText(/received/).waitFor();
  await context.close();
});

test("a card below the window is drawn once everything has arrived, or as soon as it comes near", async () => {
  const { context, page } = await signedIn(browser);
  await page.setViewportSize({ width: 1280, height: 600 });
  const held = Promise.withResolvers<undefined>();
  await page.route("**/insights/attention*", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto("/app/?currency=EUR");
  await card(page, "Monthly recurring revenue").getByText(/€/).first().waitFor();
  const retention = page.getByRole("heading", { name: "Retention by cohort" });
  const cash = page.getByRole("heading", { name: "Cash collected", exact: true });
  expect([await cash.count(), await retention.count()]).toEqual([0, 0]);
  await page.mouse.wheel(0, 700);
  await cash.waitFor();
  expect(await retention.count()).toBe(0);
  held.resolve(undefined);
  await retention.waitFor();
  await context.close();
});

test("one request for each card, and fewer than 30 for the page", async () => {
  const { context, page } = await signedIn(browser);
  await settled(page);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await openHome(page);
  const insights = asked.filter((path) => path.startsWith("/insights/"));
  expect(new Set(insights).size).toBe(10);
  // Not counted again: cards may refresh on a slow machine, and the usage card does while totals are recalculated.
  expect(new Set(asked).size).toBeLessThan(30);
  // The cards have taken every answer that the page asked for before its scripts ran.
  expect(await page.evaluate(() => globalThis.earlyAnswers?.size)).toBe(0);
  await context.close();
});

test("a missing rate is entered from its card, others by a file, and the totals of all currencies appear", async () => {
  const { context, page, faults } = await signedIn(browser);
  await client.organization.update({ reportingCurrency: "EUR" });
  const given = await client.exchangeRates.list({ limit: 100 }).all();
  await deleteRates();
  try {
    await openHome(page, LAST_MONTH);
    expect(await keyFigure(page, "MRR").innerText()).toMatch(/All currencies: –/);
    const cash = card(page, "Cash collected");
    const asked = { ...(await lastMonth()), include: "reporting" } as const;
    const missing = (await client.insights.getCashCollected(asked)).reporting?.missing ?? [];
    expect(missing.map(({ fromCurrency }) => fromCurrency)).toEqual(["GBP", "USD"]);
    await expectAccessible(page);
    await cash.getByRole("link", { name: "Enter rate" }).first().click();
    const dialog = page.getByRole("dialog", { name: "New exchange rate" });
    expect(await dialog.getByLabel("Date").inputValue()).toBe(missing[0]?.date);
    await dialog.getByLabel("Rate", { exact: true }).fill("1.15");
    await dialog.getByRole("button", { name: "Save rate" }).click();
    await page.getByRole("row", { name: /GBP.*EUR.*1\.15/ }).waitFor();

    await page.getByRole("button", { name: "Upload CSV" }).first().click();
    const upload = page.getByRole("dialog", { name: "Upload exchange rates" });
    const file = (text: string) => ({ name: "rates.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
    await upload.getByLabel("CSV file").setInputFiles(file("date,from,to,rate\n2020-01-01,USD,EUR,free\n"));
    await upload.getByText('Line 2: "free" is not a rate. Use a decimal such as 0.92.').waitFor();
    const lines = ["date,from,to,rate", "2020-01-01,USD,EUR,0.92", "2020-01-01,GBP,EUR,1.15"];
    await upload.getByLabel("CSV file").setInputFiles(file(lines.join("\n")));
    await upload.getByRole("button", { name: "Upload 2 rates" }).click();
    await page.getByRole("row", { name: /USD.*EUR.*0\.92/ }).waitFor();
    await expectAccessible(page);

    await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Home" }).click();
    await page.getByLabel("Period").selectOption("last_month");
    await settled(page);
    const { items, reporting } = await client.insights.getKeyFigures(asked);
    const rates: Record<string, number> = { EUR: 1, GBP: 1.15, USD: 0.92 };
    const mrr = items.reduce((sum, item) => sum + Number(item.mrr.value) * (rates[item.currency] ?? 0), 0);
    expect(Number(reporting?.mrr.value)).toBeCloseTo(mrr, 2);
    await expect
      .poll(() => keyFigure(page, "MRR").innerText())
      .toContain(`All currencies: ${money(reporting?.mrr.value, "EUR")}`);
    await expect.poll(() => cash.innerText()).toContain("1 USD = 0.92 EUR (Jan 1, 2020)");
    await page.setViewportSize({ width: 390, height: 800 });
    // The charts take the new width with the next frame.
    await expect.poll(() => overflow(page)).toBe(0);
    expect(faults).toEqual([]);
  } finally {
    await client.organization.update({ reportingCurrency: null });
    await deleteRates();
    const items = given.map(({ date, fromCurrency, toCurrency, rate }) => ({ date, fromCurrency, toCurrency, rate }));
    await client.exchangeRates.set({ items });
    await context.close();
  }
});

async function deleteRates(): Promise<void> {
  for (const { id } of await client.exchangeRates.list({ limit: 100 }).all()) await client.exchangeRates.delete(id);
}
