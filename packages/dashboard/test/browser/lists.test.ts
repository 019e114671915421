import { readFile } from "node:fs/promises";
import { type Client, createClient } from "@counterfoil/sdk";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { expectAccessible, openBrowser, overflow, settled, signedIn } from "./support/browser.ts";

// R-UI-1: lists that carry a day's work.

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
  ({ context, page } = await signedIn(browser, { viewport: { width: 1440, height: 900 } }));
});
afterEach(() => context.close());

const tab = (name: RegExp) => page.getByRole("group", { name: "Status" }).getByRole("button", { name });
const row = (name: string) => page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });

test("the list of accounts shows plan, recurring revenue, debts and the last payment, and counts by status", async () => {
  const accounts = await client.accounts.list({ include: "billing", limit: 100 }).all();
  const owing = accounts.find(({ billing }) => billing!.owed.length > 0 && billing!.recurring.length > 0)!;
  const { plans, owed, status } = owing.billing!;
  await page.goto(`/app/accounts?q=${encodeURIComponent(owing.name)}`);
  await settled(page);
  const text = await row(owing.name).first().innerText();
  expect(text).toContain(plans[0]!.name);
  expect(text.replaceAll(",", "")).toContain(owed[0]!.amount);
  await page.goto("/app/accounts");
  await settled(page);
  const same = accounts.filter(({ billing }) => billing?.status === status).length;
  const name = `${status.charAt(0).toUpperCase()}${status.slice(1)}`;
  await tab(new RegExp(`^${name}`)).click();
  await page.waitForURL(/status=/);
  await settled(page);
  expect(await tab(new RegExp(`^${name}`)).innerText()).toContain(String(same));
  // The table keeps the rows of the last filter until the new ones have come.
  await page.locator(`table[aria-rowcount="${same + 1}"]`).waitFor();
  await expectAccessible(page);
});

test("filters are chips that can be removed, and the totals follow them", async () => {
  await page.goto("/app/invoices");
  await tab(/^Overdue/).click();
  await page.getByLabel("Due", { exact: true }).selectOption({ label: "Due before today" });
  const chips = page.getByRole("group", { name: "Active filters" });
  await chips.getByText("Due before today").waitFor();
  await settled(page);
  const filters = [{ field: "status", value: "overdue" }] as const;
  const summary = await client.summaries.summarizeInvoices({ filters });
  // The totals of the last filter stay until the new ones have come.
  await expect
    .poll(() => page.getByRole("group", { name: "Totals" }).innerText())
    .toContain(`${summary.totals[0]!.count} invoice`);
  await chips.getByRole("button", { name: "Remove filter Due date" }).click();
  await page.waitForURL((url) => !url.search.includes("due="));
  await chips.getByRole("button", { name: "Remove filter Status" }).click();
  await chips.waitFor({ state: "detached" });
});

test("a view keeps filters, order and columns, is opened by another person if it is shared, and can be deleted", async () => {
  await page.goto("/app/invoices?status=overdue&sort=total:desc");
  await settled(page);
  await page.getByRole("button", { name: "Columns" }).click();
  const picker = page.getByRole("dialog");
  await picker.getByLabel("Due", { exact: true }).uncheck();
  await picker.getByRole("button", { name: "Move Account up" }).click();
  await picker.getByRole("button", { name: "Done" }).click();
  await page.getByRole("columnheader", { name: "Due", exact: true }).waitFor({ state: "detached" });
  const shown = await page.getByRole("columnheader").allInnerTexts();
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Save as new view" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Largest overdue");
  await dialog.getByLabel("Share with everyone").check();
  await dialog.getByRole("button", { name: "Save view" }).click();
  await page.waitForURL(/view=view_/);
  const [view] = (await client.views.list({ filters: [{ field: "name", value: "Largest overdue" }] })).items;
  expect(view).toMatchObject({ list: "invoices", shared: true, filters: { status: "overdue" }, sort: "total:desc" });
  expect(view?.columns).not.toContain("due");
  // Another browser has remembered no columns, so the columns come from the view.
  const other = await signedIn(browser, { viewport: { width: 1440, height: 900 } });
  await other.page.goto("/app/invoices");
  await settled(other.page);
  await other.page.getByRole("button", { name: "Views" }).click();
  await other.page.getByRole("menuitem", { name: "Largest overdue (shared)" }).click();
  await other.page.waitForURL(/status=overdue/);
  await settled(other.page);
  expect(await other.page.getByRole("columnheader").allInnerTexts()).toEqual(shown);
  await other.page.getByRole("button", { name: "Largest overdue" }).click();
  await other.page.getByRole("menuitem", { name: /^Delete/ }).click();
  await other.page.getByText("View deleted", { exact: true }).waitFor();
  await other.context.close();
  expect((await client.views.list({ filters: [{ field: "name", value: "Largest overdue" }] })).items).toEqual([]);
});

async function drafts(description: string): Promise<{ id: string; total: string }[]> {
  const [account] = (await client.accounts.list({ limit: 1 })).data;
  const made = [];
  for (const unitPrice of ["11.00", "12.00", "13.00"]) {
    const lines = [{ description, unitPrice }];
    made.push(await client.invoices.create({ accountId: account!.id, lines, purchaseOrderNumber: description }));
  }
  return made;
}

test("drafts are issued in bulk: what worked and what failed is reported with links, and the rest is skipped", async () => {
  // The row below the drafts is issued already, whatever the demo company bills today.
  const [account] = (await client.accounts.list({ limit: 1 })).data;
  const lines = [{ description: "Issued", unitPrice: "10.00" }];
  await client.invoices.create({ accountId: account!.id, lines, autoIssue: true });
  const made = await drafts("Bulk");
  // One draft is deleted by someone else while the list is open, so that its request fails.
  await page.goto(`/app/invoices?account=${(await client.invoices.get(made[0]!.id)).accountId}&sort=createdAt:desc`);
  await settled(page);
  const boxes = page.getByRole("checkbox", { name: /^Select row/ });
  await boxes.nth(0).click();
  await boxes.nth(3).click({ modifiers: ["Shift"] });
  const bar = page.getByRole("region", { name: "Selected rows" });
  await bar.getByText("4 invoices selected").waitFor();
  await client.invoices.delete(made[1]!.id);
  await bar.getByRole("button", { name: "Issue" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Issue 4 invoices" }).click();
  await dialog.getByText("2 issued").waitFor();
  await dialog.getByText("1 failed").waitFor();
  await dialog.getByText("1 skipped").waitFor();
  const failed = dialog.getByRole("link", { name: made[1]!.id });
  expect(await failed.getAttribute("href")).toBe(`/app/invoices/${made[1]!.id}`);
  await expectAccessible(page);
  const downloading = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Report as CSV" }).click();
  const report = await readFile(await (await downloading).path(), "utf8");
  expect(report).toContain(`${made[1]!.id},failed,`);
  await dialog.getByRole("button", { name: "Done" }).click();
  await bar.waitFor({ state: "detached" });
  expect((await client.invoices.get(made[0]!.id)).number).not.toBeNull();
  expect((await client.invoices.get(made[2]!.id)).number).not.toBeNull();
});

test("the keyboard moves through rows, selects, selects a range, and reaches the filter", async () => {
  await page.goto("/app/invoices");
  await settled(page);
  const opener = (index: number) => `tr[data-index="${index}"] [data-opens-row]`;
  await page.locator(opener(0)).waitFor();
  const focusNext = async (index: number) => {
    await page.keyboard.press("j");
    await page.locator(`${opener(index)}:focus`).waitFor();
  };
  // Also right after the page has loaded, J alone moves in the list. After G it opens the journal.
  await focusNext(0);
  await page.keyboard.press("x");
  await focusNext(1);
  await focusNext(2);
  await page.keyboard.press("Shift+X");
  const bar = page.getByRole("region", { name: "Selected rows" });
  await bar.getByText("3 invoices selected").waitFor();
  await page.keyboard.press("x");
  await bar.getByText("2 invoices selected").waitFor();
  const downloading = page.waitForEvent("download");
  await bar.getByRole("button", { name: "CSV" }).click();
  const lines = (await readFile(await (await downloading).path(), "utf8")).trim().split("\r\n");
  expect(lines).toHaveLength(3); // a header and two rows
  await page.keyboard.press("/");
  await page.keyboard.type("INV");
  await page.waitForURL(/q=INV/);
  expect(await page.getByLabel("Search by number").inputValue()).toBe("INV");
  // Other filters clear the selection.
  await bar.waitFor({ state: "detached" });
});

test("everything that matches the filter is selected, loaded or not", async () => {
  const { count } = await client.summaries.summarizeInvoices();
  await page.goto("/app/invoices");
  await settled(page);
  await page.getByRole("checkbox", { name: "Select all rows" }).click();
  const bar = page.getByRole("region", { name: "Selected rows" });
  // Other files issue invoices meanwhile, so there may be more of them now.
  const selected = async () => Number((await bar.getByText(/ invoices selected$/).innerText()).replaceAll(/\D/g, ""));
  const all = await selected();
  expect(all).toBeGreaterThanOrEqual(count);
  expect(all).toBeGreaterThan(200); // more than the rows that are loaded
  await page
    .getByRole("checkbox", { name: /^Select row/ })
    .nth(1)
    .click();
  await bar.getByText(`${(all - 1).toLocaleString("en-US")} invoices selected`).waitFor();
  await bar.getByRole("button", { name: "Clear selection" }).click();
  await bar.waitFor({ state: "detached" });
});

test.each(["accounts", "invoices", "subscriptions", "payments"])("the list of %s fits a phone", async (list) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`/app/${list}`);
  await settled(page);
  expect(await overflow(page)).toBe(0);
});
