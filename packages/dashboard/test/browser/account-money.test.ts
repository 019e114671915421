import { type Client, createClient } from "@counterfoil/sdk";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { openBrowser, signedIn } from "./support/browser.ts";

// R-UI-1: the account page shows what is overdue, and what was paid.

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

test("an account with an overdue invoice shows it at the top, with its age", async () => {
  const [overdue] = (await client.invoices.list({ filters: [{ field: "status", value: "overdue" }], limit: 1 })).items;
  await page.goto(`/app/accounts/${overdue!.accountId}`);
  const mark = page.getByRole("region", { name: "Overdue invoices" });
  await mark
    .getByText(/\d+ days? overdue/)
    .first()
    .waitFor();
  await mark.getByRole("link").first().click();
  await page.waitForURL(/\/app\/invoices\/inv_/);
});

test("an account without debt has no mark, and lists its payments with their invoice", async () => {
  const account = await client.accounts.create({ name: "Prompt Payer", currency: "EUR" });
  await page.goto(`/app/accounts/${account.id}?tab=invoices`);
  await page.getByText("No payments yet").waitFor();
  const draft = await client.invoices.create({
    accountId: account.id,
    currency: "EUR",
    lines: [{ description: "Work", quantity: "1", unitPrice: "40.00" }],
  });
  await client.invoices.issue(draft.id);
  const { number, total } = await client.invoices.get(draft.id);
  await client.invoices.createPayment(draft.id, { amount: total, method: "bank_transfer" });
  await page.reload();
  const payments = page.getByRole("table", { name: "Account payments" });
  await payments.getByRole("link", { name: number ?? "" }).waitFor();
  await payments.getByText("Succeeded").first().waitFor();
  expect(await page.getByRole("region", { name: "Overdue invoices" }).count()).toBe(0);
});
