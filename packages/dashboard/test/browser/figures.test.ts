import { type Client, createClient } from "@counterfoil/sdk";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from "vitest";
import { openBrowser, settled, signedIn, violationsOn } from "./support/browser.ts";

// R-UI-1: every figure of the home page leads to exactly its rows.

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

test("net revenue leads to lines whose total is the figure, and a line opens in its invoice", async () => {
  // Other files issue invoices on the same organization, so the figure may change between two readings of it.
  const first = await vi.waitFor(linesOfNetRevenue, { timeout: 120_000, interval: 500 });
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole("link", { name: first.description }).first().click();
  await page.waitForURL(`**/invoices/${first.invoiceId}?line=${first.lineId}`);
  await page.getByRole("dialog").getByText("Calculation").waitFor();
});

/** Follows the figure of the home page, and returns the first of its lines. */
async function linesOfNetRevenue() {
  await page.goto("/app/?currency=USD");
  await settled(page);
  const figure = page.getByRole("region", { name: "Key figures" }).getByRole("link", { name: /^Net revenue/ });
  const [, amount = ""] = (await figure.innerText()).split("\n");
  expect(amount).toMatch(/^\$[\d,]+\.\d\d$/);
  await figure.click();
  await page.waitForURL(/\/insights\/net-revenue\?.*to=/);
  await settled(page);
  const totals = await page.getByRole("group", { name: "Totals" }).innerText();
  expect(totals).toContain(amount);
  const { searchParams } = new URL(page.url());
  const query = { currency: "USD", from: searchParams.get("from") ?? "", to: searchParams.get("to") ?? "" };
  const lines = await client.insights.listRevenueLines({ ...query, limit: 100 }).all();
  const cents = lines.reduce((sum, line) => sum + Math.round(Number(line.amount) * 100), 0);
  expect(Number(amount.replaceAll(/[$,]/g, ""))).toBe(cents / 100);
  expect(totals).toContain(`${lines.length} lines`);
  return lines[0]!;
}

test("a count of what needs attention leads to that many rows", async () => {
  const { counts } = await client.insights.getAttention({ limit: 3 });
  const { kind, count } = counts.find((one) => one.kind === "invoice_overdue")!;
  await page.goto(`/app/attention?kind=${kind}`);
  await page.getByRole("heading", { level: 1, name: "Overdue invoices" }).waitFor();
  await settled(page);
  const rows = page.getByRole("table", { name: "Overdue invoices" }).locator("tbody tr[data-index]");
  expect(await rows.count()).toBe(count);
});

test("an account with a test clock lives by its time", async () => {
  const clock = await client.testClocks.create({ name: "Early 2026", frozenTime: "2026-01-01T12:00:00Z" });
  const account = await client.accounts.create({ name: "Lives in 2026", currency: "EUR", testClockId: clock.id });
  const { id } = await client.invoices.create({
    accountId: account.id,
    paymentTerms: "net_30",
    lines: [{ description: "Setup", unitPrice: "100" }],
  });
  await client.invoices.issue(id);
  await page.goto(`/app/invoices/${id}`);
  // Due on January 31. By real time that is months ago.
  await page.getByText("in 29 days").waitFor();
  expect(await page.getByText(/months ago/).count()).toBe(0);
});
