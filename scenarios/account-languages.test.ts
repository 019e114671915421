import { acceptQuote, type Json, scenario, sendQuote, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";
import { readPdf } from "../packages/documents/test/read-pdf.ts";

// R-PDF-1, R-MAIL-1: each customer gets documents and mail in their account's language.

async function textOf(story: Story, path: string): Promise<string> {
  const headers = { Authorization: `Bearer ${story.api.token}` };
  const answer = await fetch(story.environment.url + path, { headers });
  expect([path, answer.status]).toEqual([path, 200]);
  return readPdf(Buffer.from(await answer.arrayBuffer()))
    .pages.map(({ text }) => text)
    .join(" ");
}

/** An invoice of 100.00 less 10 %, to be paid within 14 days. */
async function germanCustomer(): Promise<{ story: Story; invoice: Json }> {
  const story = await scenario({ start: "2026-01-01" });
  await story.api.patch(`/accounts/${story.accountId}`, { locale: "de-DE", billingEmail: "ap@buyer.example" });
  await story.subscribe({
    prices: [await story.fixed("Base", "100")],
    invoicePaymentTerms: "net_15",
    sendReceiptsToCustomer: true,
    discount: {
      discountType: "percentage",
      amount: "10",
      durationType: "fixed",
      durationValue: 12,
      durationUnit: "months",
    },
  });
  await story.advanceTo("2026-01-02");
  const [invoice] = await story.invoices();
  return { story, invoice: await story.api.get(`/invoices/${invoice?.id}`) };
}

test("a German account of an English organization gets invoice, receipt, credit note and mail in German", async () => {
  const { story, invoice } = await germanCustomer();
  const printed = await textOf(story, `/invoices/${invoice.id}/pdf`);
  for (const words of ["Rechnung", "Zahlbar innerhalb von 15 Tagen", "Rabatt 10", "100,00"])
    expect(printed).toContain(words);
  for (const words of ["Invoice", "Payable", "Discount"]) expect(printed).not.toContain(words);
  // The API's texts do not change.
  expect((invoice["lineItems"] as Json[]).map(({ description }) => description)).toContain("Discount 10 %");

  const payment = await story.api.post(`/invoices/${invoice.id}/payments`, {
    amount: "90.00",
    method: "bank_transfer",
  });
  const [item] = invoice["lineItems"] as Json[];
  const note = await story.api.post("/credit-notes", {
    invoiceId: invoice.id,
    reason: "Kulanz",
    lines: [{ lineItemId: item?.id, amount: "10.00" }],
    outcome: "refund",
  });
  // The customer switches to English later; issued documents stay German.
  await story.api.patch(`/accounts/${story.accountId}`, { locale: "en-GB" });
  expect(await textOf(story, `/payments/${payment.id}/receipt`)).toContain("Überweisung");
  expect(await textOf(story, `/credit-notes/${note.id}/pdf`)).toContain("Rechnungskorrektur");
  await story.advanceTo("2026-02-02");
  const next = (await story.invoices()).find(({ id }) => id !== invoice.id);
  expect(await textOf(story, `/invoices/${next?.id}/pdf`)).toContain("Payable within 15 days");

  const { token } = await story.api.post<{ token: string }>(`/invoices/${invoice.id}/payment-link`);
  const hosted = await story.environment.api("").get<{ brand: { locale: string } }>(`/public/invoices/${token}`);
  expect(hosted.brand.locale).toBe("de-DE");
});

test("drafts and quotes use the account's language, otherwise the organization's", async () => {
  const story = await scenario({ start: "2026-01-01" });
  await story.api.patch(`/accounts/${story.accountId}`, { locale: "fr-FR" });
  const sold = await story.subscribe({ prices: [await story.fixed("Base", "100")], activate: false });
  expect(await textOf(story, `/subscriptions/${sold.id}/pdf`)).toContain("Devis");
  const { token } = await sendQuote(story.api, sold.id);
  await story.api.patch(`/accounts/${story.accountId}`, { locale: null });
  // As it was sent.
  expect(await textOf(story, `/quotes/${token}/pdf`)).toContain("Devis");
  await acceptQuote(story.environment, token);
  expect((await story.api.get(`/accounts/${story.accountId}`))["locale"]).toBe(null);
});

test.each(["en_US", "de_DE.UTF-8", "", "x"])("%j is not a language tag", async (locale) => {
  const story = await scenario({ start: "2026-01-01" });
  const answer = await story.api.request("PATCH", `/accounts/${story.accountId}`, { body: { locale } });
  expect([answer.status, answer.body["errors"]]).toMatchObject([422, [{ pointer: "/locale", code: "unknown_locale" }]]);
});

test("an unavailable language is written in English with English dates, except with the organization's own template", async () => {
  const story = await scenario({ start: "2026-01-01", currency: "EUR" });
  const own = { subject: "Lasku {InvoiceNumber}", text: "Maksa {AmountDue} viimeistään {DueDate}.", html: null };
  await story.api.patch(`/accounts/${story.accountId}`, { locale: "fi-FI", billingEmail: "ap@buyer.example" });
  const prices = [await story.fixed("Base", "1200")];
  await story.subscribe({ prices, invoicePaymentTerms: "net_15" });
  await story.advanceTo("2026-01-02");
  await story.api.request("PUT", "/mail-templates/invoice?locale=fi", { body: own });
  await story.advanceTo("2026-02-02");

  const [first] = await story.invoices();
  const printed = await textOf(story, `/invoices/${first?.id}/pdf`);
  // As in Finland's English formats, and nothing of "16. tammik. 2026".
  for (const words of ["Payable within 15 days", "Due 16 Jan 2026"]) expect(printed).toContain(words);
  expect(printed).not.toContain("tammi");

  const { items } = await story.api.get<{ items: Json[] }>("/mails");
  const texts = await Promise.all(items.map(async ({ id }) => String((await story.api.get(`/mails/${id}`))["text"])));
  const [inFinnish, inEnglish] = texts.toSorted((a, b) => Number(b.includes("Maksa")) - Number(a.includes("Maksa")));
  expect(inEnglish?.replaceAll(/\s+/g, " ")).toContain("by 16 Jan 2026");
  expect(inFinnish?.replaceAll(/\s+/g, " ")).toContain("Maksa 1 200,00 € viimeistään 16.2.2026.");
});
