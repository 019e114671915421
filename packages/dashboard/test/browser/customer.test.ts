import { type Client, createClient, createConnection, PortalApi } from "@counterfoil/sdk";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { expectAccessible, openBrowser, overflow, settled } from "./support/browser.ts";

// R-UI-2: the customer pages: on a phone, in the customer's language, by a link that cannot be guessed.

let browser: Browser;
let client: Client;

beforeAll(async () => {
  browser = await openBrowser();
  const { url, apiKey } = inject("started");
  client = createClient({ baseUrl: url, apiKey });
});

afterAll(() => browser.close());

async function phone(locale: string, colorScheme: "light" | "dark" = "light"): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    locale,
    colorScheme,
    acceptDownloads: true,
  });
  return context.newPage();
}

async function openInvoice() {
  const filters = [{ field: "status", operator: "in", value: ["issued", "overdue"] }] as const;
  const [invoice] = (await client.invoices.list({ limit: 1, filters })).items;
  return client.invoices.get(invoice!.id);
}

test("a customer reads an invoice on a phone in German, copies the bank details, and downloads the PDF", async () => {
  const invoice = await openInvoice();
  const { hostedInvoiceUrl } = await client.invoices.createLink(invoice.id);
  const page = await phone("de-DE");
  await page.goto(hostedInvoiceUrl);
  await settled(page);
  await page.getByRole("heading", { name: `Rechnung ${invoice.number}` }).waitFor();
  const due = new Intl.NumberFormat("de-DE", { style: "currency", currency: invoice.currency });
  const amount = due.format(invoice.amountRemaining as Intl.StringNumericLiteral);
  expect(await page.getByText(amount).count()).toBeGreaterThan(0);
  await page.getByText("Per Überweisung zahlen").waitFor();
  await expectAccessible(page);
  expect(await overflow(page)).toBe(0);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "PDF herunterladen" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`${invoice.number}.pdf`);
  await page.context().close();
});

test("a customer accepts a quote: the signer, the time and the exact document are stored", async () => {
  const [plan] = (await client.plans.list({ limit: 1 })).items;
  const [account] = (await client.accounts.list({ limit: 1 })).data;
  const draft = await client.quotes.create({ quoteTemplateId: plan!.id, accountId: account!.id });
  const { quoteUrl } = await client.subscriptions.sendQuote(draft.id, { sendEmail: false });
  const page = await phone("en-GB", "dark");
  await page.goto(quoteUrl);
  await settled(page);
  await expectAccessible(page);
  expect(await overflow(page)).toBe(0);
  const sign = page.getByRole("button", { name: "Accept and sign" });
  expect(await sign.isEnabled()).toBe(false);
  await page.getByLabel("Your name").fill("Ada Byron");
  await page.getByLabel("Your email address").fill("ada@example.com");
  await page.getByLabel(/I have read the quote/).check();
  await sign.click();
  await page.getByText(/^Accepted on .* by Ada Byron$/).waitFor();
  expect((await client.subscriptions.getQuoteSignature(draft.id)).signerName).toBe("Ada Byron");
  await page.context().close();
});

test("in the portal a customer sees usage and invoices, changes the address, and cancels if allowed", async () => {
  const filters = [{ field: "status", value: "active" }] as const;
  const [subscription] = (await client.subscriptions.list({ limit: 1, filters })).items;
  const { accountId } = subscription!;
  const page = await phone("en-US");
  await page.goto((await client.accounts.createPortalLink(accountId, {})).url);
  await settled(page);
  await expectAccessible(page);
  expect(await overflow(page)).toBe(0);
  // This link does not allow canceling.
  expect(await page.getByRole("button", { name: "Cancel subscription" }).count()).toBe(0);
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("City").fill("Leipzig");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText(/Leipzig/).waitFor();
  expect((await client.accounts.get(accountId)).billingAddress?.city).toBe("Leipzig");

  await page.goto((await client.accounts.createPortalLink(accountId, { mayCancel: true })).url);
  await settled(page);
  await page.getByRole("button", { name: "Cancel subscription" }).first().click();
  await page.getByRole("button", { name: /^Cancel on / }).click();
  await page
    .getByText(/Ends on /)
    .first()
    .waitFor();
  await page.context().close();
});

test("in the portal a customer sees the usage of a year by month, and of a month by day, in their language", async () => {
  const link = await client.accounts.createPortalLink(await accountWithUsage(), {});
  const page = await phone("de-DE", "dark");
  await page.goto(link.url);
  await settled(page);
  const part = page.locator("section", { has: page.getByRole("heading", { name: "Nutzungsverlauf" }) }).first();
  await part.getByRole("table").first().waitFor();
  expect(await part.getByRole("table").first().locator("tbody tr").count()).toBe(12);
  expect(await part.getByText(/. Mit den Pfeiltasten lesen Sie die Werte/).count()).toBe(0); // only for screen readers
  const months = part.getByRole("combobox", { name: "Monat" });
  const [all, current = "", last = ""] = await months.locator("option").allInnerTexts();
  expect(all).toBe("Nach Monat");
  expect(current).not.toBe(last);
  await months.selectOption({ label: last });
  const days = part.getByRole("table").first().locator("tbody tr");
  const name = last.split(" ")[0] ?? "";
  await part
    .getByRole("rowheader", { name: new RegExp(`^1\\. ${name} `) })
    .first()
    .waitFor();
  expect(await days.count()).toBeGreaterThanOrEqual(28);
  await expectAccessible(page);
  expect(await overflow(page)).toBe(0);
  await page.context().close();
});

/** An account of the demonstration that used a metric that its contract bills. */
async function accountWithUsage(): Promise<string> {
  const filters = [{ field: "status", value: "active" }] as const;
  for (const { accountId } of (await client.subscriptions.list({ limit: 100, filters })).items) {
    const { token } = await client.accounts.createPortalLink(accountId, {});
    const { metrics } = await new PortalApi(createConnection({ baseUrl: inject("started").url })).getUsage(token);
    const [metric] = metrics;
    if (metric !== undefined && metric.periods.filter(({ quantity }) => quantity !== "0").length > 1) return accountId;
  }
  throw new Error("no account of the demonstration has used a metric for two months");
}

test("the page of an expired link mails a new link to the billing address", async () => {
  const invoice = await openInvoice();
  await client.accounts.update(invoice.accountId, { billingEmail: "billing@example.com" });
  const expiresAt = new Date(Date.now() + 2_000).toISOString();
  const { hostedInvoiceUrl } = await client.invoices.createLink(invoice.id, { expiresAt });
  const page = await phone("en-US");
  await expect
    .poll(async () => (await page.goto(`${hostedInvoiceUrl}?${Date.now()}`), await settled(page), await page.title()), {
      timeout: 60_000,
    })
    .toBe("This link does not work");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Email me a new link" }).click();
  await page.getByText(/^A new link was sent to the billing email address/).waitFor();
  const filters = [{ field: "invoiceId", value: invoice.id }] as const;
  const { items } = await client.mails.list({ filters });
  expect(items.filter(({ to }) => to === "billing@example.com").length).toBeGreaterThan(0);
  await page.context().close();
});

test("an unknown link says so, and shows no data", async () => {
  const page = await phone("fr-FR");
  const { url } = inject("started");
  for (const kind of ["invoice", "quote", "portal"]) {
    await page.goto(`${url}/${kind}/unknown-link`);
    await page.getByRole("heading", { name: "Ce lien ne fonctionne pas" }).waitFor();
  }
  await page.context().close();
});

test.each(["ar", "he"])("right to left in %s", async (locale) => {
  const { hostedInvoiceUrl } = await client.invoices.createLink((await openInvoice()).id);
  const page = await phone(locale);
  await page.goto(hostedInvoiceUrl);
  await settled(page);
  expect(await page.locator("html").getAttribute("dir")).toBe("rtl");
  expect(await page.locator("html").getAttribute("lang")).toBe(locale);
  expect(await overflow(page)).toBe(0);
  await page.context().close();
});

/** The Polish prefix of the platform's own line texts, by kind. */
const POLISH: Readonly<Record<string, string>> = {
  credit: "Niewykorzystane: ",
  discount: "Rabat",
  correction: "Zużycie zgłoszone później za ",
  minimum: "Dopłata do minimalnej wartości zakupów",
};

test("the platform's line texts are in the reader's language", async () => {
  const { id, line } = await invoiceWithOurWords();
  const { hostedInvoiceUrl } = await client.invoices.createLink(id);
  const page = await phone("pl-PL");
  await page.goto(hostedInvoiceUrl);
  await settled(page);
  await page
    .getByText(POLISH[line.kind] ?? "")
    .first()
    .waitFor();
  expect(await page.getByText(line.description, { exact: true }).count()).toBe(0);
  expect(await overflow(page)).toBe(0);
  await page.context().close();
});

async function invoiceWithOurWords() {
  const filters = [{ field: "status", operator: "in", value: ["issued", "overdue", "paid"] }] as const;
  for (const { id } of (await client.invoices.list({ limit: 500, filters })).items) {
    const line = (await client.invoices.get(id)).lineItems.find(({ kind }) => kind in POLISH);
    if (line !== undefined) return { id, line };
  }
  throw new Error("no invoice of the demonstration has a line with words of ours");
}
