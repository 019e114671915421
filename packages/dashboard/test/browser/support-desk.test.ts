import { type Client, createClient } from "@counterfoil/sdk";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { openBrowser, settled, signedIn } from "./support/browser.ts";

// R-UI-1: a support agent has a customer on the phone.

let browser: Browser;
let client: Client;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  const { url, apiKey } = inject("started");
  client = createClient({ baseUrl: url, apiKey });
});
afterAll(() => browser.close());
beforeEach(async () => {
  ({ context, page } = await signedIn(browser));
});
afterEach(() => context.close());

test("finds an account with a few letters and the keyboard, and shows its history", async () => {
  // Other tests create accounts without a contract.
  const [subscription] = (await client.subscriptions.list({ limit: 1, sort: "createdAt:asc" })).items;
  const account = await client.accounts.get(subscription!.accountId);
  await settled(page);
  await page.keyboard.press("Control+k");
  await page.keyboard.type(account.name.slice(0, 6).toLowerCase());
  // Subscriptions contain the account's name too, and may be found first.
  const accounts = page.getByRole("group", { name: "Accounts" });
  await accounts.getByRole("option", { name: account.name, selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: account.name }).waitFor();
  await page.getByRole("heading", { name: "Contracts" }).waitFor();
});

test("g and a letter open a page, except while typing", async () => {
  await settled(page);
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await page.getByRole("heading", { level: 1, name: "Invoices" }).waitFor();
  await page.getByLabel("Search by number").fill("gs");
  expect(new URL(page.url()).pathname).toBe("/app/invoices");
});

test("builds a subscription with a preview of its year, and activates it", async () => {
  const account = await client.accounts.create({ name: "Northwind Traders", currency: "EUR" });
  await page.goto("/app/subscriptions/new");
  await page.getByLabel("Account", { exact: true }).fill("Northwind");
  await page
    .getByRole("button", { name: /Northwind Traders/ })
    .or(page.getByRole("option", { name: /Northwind Traders/ }))
    .first()
    .click();
  const plans = await client.plans.list({ limit: 100 }).all();
  const plan = plans.find(({ currency }) => currency === "EUR")!;
  await page.getByLabel("Plan", { exact: true }).selectOption({ label: plan.name });
  // The server has computed what the next twelve months bill.
  await page.getByRole("img", { name: /Preview of monthly billing in EUR/ }).waitFor();
  await page.getByRole("button", { name: "Activate" }).click();
  const confirm = page.getByRole("dialog").getByRole("button", { name: /Activate/ });
  await confirm
    .or(page.getByText("Active", { exact: true }))
    .first()
    .waitFor();
  if (await confirm.isVisible()) await confirm.click();
  await page.waitForURL(/\/app\/subscriptions\/sub_/);
  const filters = [{ field: "accountId", value: account.id }] as const;
  expect((await client.subscriptions.list({ limit: 5, filters })).items).toMatchObject([{ status: "active" }]);
});

test("a contract based on a plan has the plan's prices", async () => {
  const [plan] = (await client.plans.list({ limit: 1 })).items;
  await page.goto(`/app/plans/${plan!.id}`);
  await page.getByRole("link", { name: "New subscription" }).click();
  await page.getByRole("heading", { level: 1, name: "New subscription" }).waitFor();
  await expect.poll(() => page.getByLabel("Plan", { exact: true }).inputValue()).toBe(plan!.id);
  expect(await page.getByText("No items yet.", { exact: false }).count()).toBe(0);
});

test("says that the browser is offline, and keeps the loaded data", async () => {
  await page.goto("/app/accounts");
  await settled(page);
  await context.setOffline(true);
  await page.getByText("You're offline").waitFor();
  expect(await page.getByRole("row").count()).toBeGreaterThan(5);
  await context.setOffline(false);
  await expect.poll(() => page.getByText("You're offline").count()).toBe(0);
});
