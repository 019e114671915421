import { type Client, createClient } from "@counterfoil/sdk";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { expectAccessible, openBrowser, overflow, settled } from "./support/browser.ts";

// R-UI-2: what a customer meets: on a phone, in their language, by a link that nobody guesses.

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

test("a customer reads an invoice on a phone in German, copies where to pay, and keeps the PDF", async () => {
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

test("a customer accepts a quote: who signed, when, and what exactly, is kept", async () => {
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

test("in the portal a customer sees usage and invoices, changes the address and cancels, if that is allowed", async () => {
  const filters = [{ field: "status", value: "active" }] as const;
  const [subscription] = (await client.subscriptions.list({ limit: 1, filters })).items;
  const { accountId } = subscription!;
  const page = await phone("en-US");
  await page.goto((await client.accounts.createPortalLink(accountId, {})).url);
  await settled(page);
  await expectAccessible(page);
  expect(await overflow(page)).toBe(0);
  // This link may not cancel.
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

test("a link that nobody made says so, and shows nothing of anybody", async () => {
  const page = await phone("fr-FR");
  const { url } = inject("started");
  for (const kind of ["invoice", "quote", "portal"]) {
    await page.goto(`${url}/${kind}/nobody-made-this-link`);
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

/** How Polish begins what the platform itself writes on a line of a kind. */
const POLISH: Readonly<Record<string, string>> = {
  credit: "Niewykorzystane: ",
  discount: "Rabat",
  correction: "Zużycie zgłoszone później za ",
  minimum: "Dopłata do minimalnej wartości zakupów",
};

test("what our lines say is in the reader's language", async () => {
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
