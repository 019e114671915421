import { type Client, createClient } from "@counterfoil/sdk";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { escape, openBrowser, settled, signedIn } from "./support/browser.ts";

// R-UI-1: the palette finds what a person pastes, offers the actions of the page, and remembers what was opened.

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

const palette = () => page.getByRole("dialog", { name: "Search or go to" });

async function paste(text: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await palette().getByRole("combobox").fill(text);
}

async function issuedInvoice(amount: string) {
  const account = await client.accounts.create({
    name: `Palette Works ${amount}`,
    currency: "EUR",
    contacts: [{ email: `books-${amount}@palette.example`, isPrimary: true }],
  });
  const draft = await client.invoices.create({
    accountId: account.id,
    currency: "EUR",
    lines: [{ description: "Work", quantity: "1", unitPrice: amount }],
  });
  await client.invoices.issue(draft.id);
  return { account, invoice: await client.invoices.get(draft.id) };
}

test("opens an account by email address, an invoice by amount, and an event by its ID", async () => {
  const { account, invoice } = await issuedInvoice("8123.45");
  await client.events.ingest({ events: [{ uniqueId: "palette-event-1", account: account.id, eventName: "call" }] });
  await settled(page);

  await paste("books-8123.45@palette.example");
  await palette().getByRole("option", { name: account.name, selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: account.name }).waitFor();

  const total = invoice.total.replace(/^(\d)(\d{3})/, "$1,$2");
  expect(total).toMatch(/^\d,\d{3}\.\d\d$/);
  await paste(total);
  await palette()
    .getByRole("option", { name: invoice.number ?? "", selected: true })
    .waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: invoice.number ?? "" }).waitFor();

  await paste("palette-event-1");
  await palette().getByRole("option", { name: "palette-event-1", selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/app\/events\?.*event=palette-event-1/);
  await page.getByRole("dialog").getByText("palette-event-1").first().waitFor();
});

test("starts an action of the page, and lists what was opened last", async () => {
  const { account, invoice } = await issuedInvoice("91.07");
  await page.goto(`/app/accounts/${account.id}`);
  await page.getByRole("heading", { level: 1, name: account.name }).waitFor();
  await page.goto(`/app/invoices/${invoice.id}`);
  await page.getByRole("heading", { level: 1, name: invoice.number ?? "" }).waitFor();

  await page.keyboard.press("Control+k");
  const recent = palette().getByRole("group", { name: "Recent" });
  await recent.getByRole("option", { name: account.name }).waitFor();
  // The page itself is not in the list.
  expect(await recent.getByRole("option", { name: invoice.number ?? "" }).count()).toBe(0);

  await palette().getByRole("combobox").fill("record");
  await palette().getByRole("option", { name: "Record payment" }).click();
  const dialog = page.getByRole("dialog", { name: /payment/i });
  await dialog.waitFor();
  expect(new URL(page.url()).searchParams.get("do")).toBe("pay");
  await escape(dialog);
  await dialog.waitFor({ state: "detached" });

  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await page.getByRole("heading", { level: 1, name: "Invoices" }).waitFor();
  await page.keyboard.press("Control+k");
  // The actions of the invoice left with its page.
  expect(await palette().getByRole("option", { name: "Record payment" }).count()).toBe(0);
  await palette()
    .getByRole("group", { name: "Recent" })
    .getByRole("option", { name: invoice.number ?? "" })
    .click();
  await page.getByRole("heading", { level: 1, name: invoice.number ?? "" }).waitFor();
});
