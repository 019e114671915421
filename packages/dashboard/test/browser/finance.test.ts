import { readFile } from "node:fs/promises";
import { type Client, createClient } from "@counterfoil/sdk";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { openBrowser, settled, signedIn } from "./support/browser.ts";

// R-UI-1, R-RATE-5: the work of an accountant.

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

async function overdueInvoice() {
  const [listed] = (await client.invoices.list({ limit: 1, filters: [{ field: "status", value: "overdue" }] })).items;
  return client.invoices.get(listed!.id);
}

test("finds an overdue invoice, records its payment, and shows it as paid", async () => {
  const invoice = await overdueInvoice();
  await page.goto("/app/invoices");
  await page
    .getByRole("group", { name: "Status" })
    .getByRole("button", { name: /^Overdue/ })
    .click();
  await page.getByLabel("Search by number").fill(invoice.number ?? "");
  await page.waitForURL(/q=/);
  await page.getByRole("link", { name: invoice.number ?? "" }).click();
  await page.getByRole("heading", { level: 1, name: invoice.number ?? "" }).waitFor();
  await page.getByRole("button", { name: "Record payment" }).click();
  const dialog = page.getByRole("dialog");
  // The amount due is already filled in.
  expect(await dialog.getByLabel(`Amount in ${invoice.currency}`).inputValue()).toBe(invoice.amountRemaining);
  await dialog.getByLabel("Reference").fill("BANK-4711");
  await dialog.getByRole("button", { name: "Record payment" }).click();
  await page.getByText(/^Payment of .* recorded/).waitFor();
  await page.getByText("Paid", { exact: true }).first().waitFor();
  expect(await client.invoices.get(invoice.id)).toMatchObject({ status: "paid", amountRemaining: "0.00" });
});

test("a line shows its tiers, its days and its events, and its address can be shared", async () => {
  const invoice = await usageInvoice();
  const line = invoice.lineItems.find(({ kind }) => kind === "usage")!;
  await page.goto(`/app/invoices/${invoice.id}`);
  await page
    .getByRole("button", { name: line.description })
    .or(page.getByRole("link", { name: line.description }))
    .first()
    .click();
  const sheet = page.getByRole("dialog");
  await sheet.getByText("Calculation").waitFor();
  await page.waitForURL(/line=/);
  await page.reload();
  await page.getByRole("dialog").getByText("Calculation").waitFor();
  const events = await client.invoices.listLineEvents(invoice.id, line.id, { limit: 1 });
  const [event] = events.items;
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Show .* events$/ })
    .click();
  await page.getByRole("dialog").getByText(event!.uniqueId).first().waitFor();
});

async function usageInvoice() {
  const filters = [{ field: "status", operator: "in", value: ["issued", "overdue", "paid"] }] as const;
  for await (const { id } of client.invoices.list({ limit: 20, filters, sort: "createdAt:desc" })) {
    const invoice = await client.invoices.get(id);
    if (invoice.lineItems.some(({ kind, quantity }) => kind === "usage" && quantity !== "0")) return invoice;
  }
  throw new Error("The demonstration has no invoice for usage");
}

test("an invoice that needs attention is issued from the home page", async () => {
  await page.goto("/app/");
  await settled(page);
  const before = (await client.invoices.list({ limit: 100, filters: [{ field: "status", value: "draft" }] })).items
    .length;
  expect(before).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Issue" }).first().click();
  await page.getByText("Invoice issued").first().waitFor();
  const after = (await client.invoices.list({ limit: 100, filters: [{ field: "status", value: "draft" }] })).items;
  expect(after.length).toBeLessThan(before);
});

test("exports every invoice that matches the filters, not only the loaded ones", async () => {
  await page.goto("/app/invoices");
  await settled(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "CSV" }).click(),
  ]);
  const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\r\n");
  expect(lines).toHaveLength((await client.invoices.list({ limit: 100 }).all()).length + 1);
});
