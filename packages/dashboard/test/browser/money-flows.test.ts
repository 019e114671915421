import { type Client, createClient } from "@counterfoil/sdk";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { openBrowser, signedIn } from "./support/browser.ts";

// R-UI-1, R-INV-8: what cannot be undone shows a preview first.

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

/** An issued invoice of two lines for a new account. */
async function issuedInvoice(name: string) {
  const { id: accountId } = await client.accounts.create({ name, currency: "EUR" });
  const lineItems = [
    { description: "Onboarding", unitPrice: "100.00" },
    { description: "Training", unitPrice: "50.00" },
  ];
  return client.invoices.create({ accountId, lineItems, autoIssue: true });
}

test("refunds a line of a paid invoice after a preview of the document, the balances and the journal", async () => {
  const invoice = await issuedInvoice("Refunded Reader");
  await client.invoices.createPayment(invoice.id, { amount: invoice.amountRemaining, method: "bank_transfer" });
  await page.goto(`/app/invoices/${invoice.id}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Refund or correct" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Return money" }).check();
  await dialog.getByRole("checkbox", { name: "Training" }).check();
  const amount = dialog.getByLabel("Amount to credit for Training, excluding tax");
  await amount.fill("50.01");
  await dialog.getByLabel("Reason").fill("Training did not take place");
  await dialog.getByRole("button", { name: "Preview" }).click();
  // The preview refuses what issuing would refuse, at the field.
  await dialog
    .getByText(/50\.00/)
    .last()
    .waitFor();
  await expect.poll(() => amount.getAttribute("aria-invalid")).toBe("true");
  await amount.fill("");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByRole("heading", { name: "Check before you issue" }).waitFor();
  const expected = await client.creditNotes.preview({
    invoiceId: invoice.id,
    reason: "Training did not take place",
    outcome: "refund",
    lines: [{ lineItemId: invoice.lineItems[1]!.id }],
  });
  expect((await client.invoices.listCreditNotes(invoice.id)).items).toEqual([]);
  await dialog.getByRole("row", { name: /Amount paid/ }).waitFor();
  await dialog.getByText("Payment taken back", { exact: false }).first().waitFor();
  await dialog.getByRole("button", { name: /^Issue and refund €/ }).click();
  await page.getByText(/^Credit note \S+ issued$/).waitFor();
  const [note] = (await client.invoices.listCreditNotes(invoice.id)).items;
  expect(note).toMatchObject({ amountRefunded: expected.creditNote.total, reason: "Training did not take place" });
  expect((await client.invoices.get(invoice.id)).amountRemaining).toBe("0.00");
});

test("corrects an unpaid invoice, and goes back from the preview without losing what was typed", async () => {
  const invoice = await issuedInvoice("Corrected Reader");
  await page.goto(`/app/invoices/${invoice.id}?do=credit`);
  const dialog = page.getByRole("dialog");
  // Nothing is paid, so nothing can be refunded.
  expect(await dialog.getByRole("radio", { name: "Return money" }).isDisabled()).toBe(true);
  expect(await dialog.getByRole("radio", { name: "The invoice is wrong" }).isChecked()).toBe(true);
  await dialog.getByRole("checkbox", { name: "Onboarding" }).check();
  await dialog.getByLabel("Reason").fill("Wrong price");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByRole("button", { name: "Back" }).click();
  expect(await dialog.getByLabel("Reason").inputValue()).toBe("Wrong price");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByRole("button", { name: "Issue credit note" }).click();
  await page.getByText(/^Credit note \S+ issued$/).waitFor();
  const [note] = (await client.invoices.listCreditNotes(invoice.id)).items;
  expect(note).toMatchObject({ outcome: "apply", reason: "Wrong price", amountApplied: note?.total });
});

test("writes a manual invoice from the catalog, with a live total and errors at the field", async () => {
  const account = await client.accounts.create({ name: "Manual Customer", currency: "EUR" });
  const product = await client.products.create({ name: "Onsite training", feeType: "fixed" });
  await client.prices.create({
    productId: product.id,
    currency: "EUR",
    billingInterval: "monthly",
    type: "fixed",
    fixedPricingModel: { pricePerUnit: { value: "123.45" }, units: 2 },
  });
  await page.goto(`/app/invoices/new?account=${account.id}`);
  await page.getByRole("button", { name: "Add catalog item" }).click();
  await page.getByRole("combobox", { name: "Product" }).fill("Onsite");
  await page.getByRole("option", { name: /Onsite training/ }).click();
  const price = page.getByLabel("Price", { exact: true });
  await expect.poll(() => price.getByRole("option").count()).toBe(2);
  await price.selectOption({ index: 1 });
  await page.getByRole("button", { name: "Add", exact: true }).click();
  expect(await page.getByLabel("Description").first().inputValue()).toBe("Onsite training");
  const expected = await client.invoices.preview({
    accountId: account.id,
    lineItems: [{ description: "Onsite training", quantity: "2", unitPrice: "123.45", productId: product.id }],
  });
  const total = page.getByRole("region", { name: "Total" }).or(page.locator("section", { hasText: "Calculated like" }));
  await total.getByText(`€${expected.total}`).first().waitFor();
  // The end is before the start: the server's answer appears at the field before anything is saved.
  await page.getByLabel("Start date").fill("2026-03-10");
  await page.getByLabel("End date (exclusive)").fill("2026-03-01");
  await page
    .getByText(/must be later than the start/)
    .first()
    .waitFor();
  await page.getByLabel("End date (exclusive)").fill("2026-03-12");
  await page
    .getByText(/must be later than the start/)
    .first()
    .waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.getByText("Draft saved", { exact: true }).waitFor();
  const [listed] = (await client.invoices.list({ filters: [{ field: "accountId", value: account.id }] })).items;
  const draft = await client.invoices.get(listed!.id);
  expect(draft).toMatchObject({ total: expected.total, lineItems: [{ productId: product.id, quantity: "2" }] });
});

test("a cancellation shows the end, the credit and the next invoice before it is confirmed", async () => {
  const filters = [{ field: "status", value: "active" }] as const;
  const subscriptions = (await client.subscriptions.list({ limit: 20, filters })).items;
  const subscription = subscriptions.find(({ cancelsAt, pausedAt }) => cancelsAt === null && pausedAt === null)!;
  const now = await client.subscriptions.previewCancellation(subscription.id, {
    effective: "now",
    credit: "prorate",
    invoiceNow: true,
  });
  await page.goto(`/app/subscriptions/${subscription.id}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Cancel", exact: true }).click();
  const dialog = page.getByRole("dialog");
  const outcome = dialog.getByRole("region", { name: "What the cancellation does" });
  await outcome.getByText("Last day of service", { exact: true }).waitFor();
  await outcome.getByText("Next invoice", { exact: true }).waitFor();
  await dialog.getByLabel("Ends").selectOption({ label: "End of today" });
  const [invoice] = now.invoices;
  if (invoice === undefined) await outcome.getByText("Nothing", { exact: true }).waitFor();
  else await outcome.getByText("Total", { exact: true }).waitFor();
  await dialog.getByRole("button", { name: "Keep subscription" }).click();
  expect((await client.subscriptions.get(subscription.id)).cancelsAt).toBeNull();
});
