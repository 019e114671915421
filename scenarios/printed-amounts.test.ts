import { type Json, scenario, type Story, type StoryInvoice } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";
import { readPdf } from "../packages/documents/test/read-pdf.ts";
import { checkCiiSchema, checkUblSchema } from "../packages/einvoice/test/schemas/read-schemas.ts";

/** The text of an invoice's PDF, page after page. */
async function printed(story: Story, id: string): Promise<string> {
  const headers = { Authorization: `Bearer ${story.api.token}` };
  const answer = await fetch(`${story.environment.url}/invoices/${id}/pdf`, { headers });
  const { pages } = readPdf(new Uint8Array(await answer.arrayBuffer()));
  return pages.map(({ text }) => text.replace(/\s+/g, " ")).join(" ");
}

/** The invoice as its public link shows it. */
async function hosted(story: Story, id: string): Promise<Json> {
  const { token } = await story.api.post<{ token: string }>(`/invoices/${id}/payment-link`);
  return story.api.get(`/public/invoices/${token}`);
}

const german = {
  name: "Northlight",
  legalName: "Northlight Software GmbH",
  address: { line1: "Torstraße 140", city: "Berlin", postalCode: "10119" },
  country: "DE",
  taxId: "DE136695976",
  email: "billing@northlight.example",
  bankDetails: "IBAN: DE89 3704 0044 0532 0130 00",
  eInvoicing: true,
};
const kunde = {
  name: "Kunde GmbH",
  billingAddress: { line1: "Torstraße 1", city: "Berlin", postalCode: "10119" },
  taxCountry: "DE",
};

/** 300.00 a month in advance become 30.00 on the 16th of April, when 15 of 30 days are left: −150.00 + 15.00 = −135.00. */
async function downgraded(locale: string): Promise<{ story: Story; invoice: StoryInvoice }> {
  const settings = { ...german, locale };
  const story = await scenario({ start: "2026-04-01", currency: "EUR", settings, account: kunde });
  const [large, small] = [await story.fixed("Large", "300.00"), await story.fixed("Small", "30.00")];
  const { id } = await story.subscribe({ prices: [large] });
  await story.advanceTo("2026-04-16T12:00");
  await story.replace(id, large, small);
  const invoice = (await story.invoices()).at(-1);
  if (invoice === undefined) throw new Error("the change made no invoice");
  return { story, invoice };
}

test("a negative invoice says that its amount became account credit, and asks for nothing (R-SUB-4)", async () => {
  const { story, invoice } = await downgraded("en-US");
  expect(invoice).toMatchObject({
    total: "-135.00",
    amountCredited: "135.00",
    amountRemaining: "0.00",
    status: "paid",
  });
  const pdf = await printed(story, invoice.id);
  expect(pdf).toContain("Amount due €0.00 €135.00 was added to your account credit");
  expect(pdf).toContain("Total −135.00 Kept as account credit 135.00 Amount due €0.00");
  for (const asking of ["PAID", "Due date", "Payment details", "Payable"]) expect(pdf).not.toContain(asking);
  expect(await hosted(story, invoice.id)).toMatchObject({ amountCredited: "135.00", amountRemaining: "0.00" });
  const { token } = await story.api.post<{ token: string }>(`/accounts/${story.accountId}/portal-link`, {});
  const portal = await story.api.get<{ invoices: Json[] }>(`/public/portal/${token}`);
  expect(portal.invoices.map(({ amountCredited }) => amountCredited)).toEqual(["135.00", "0.00"]);
  const mails = await story.api.get<{ items: Json[] }>("/mails?sort=createdAt:asc");
  for (const { id } of mails.items) {
    const mail = await story.api.get(`/mails/${id}`);
    const isCredited = String(mail["text"]).includes(String((invoice as unknown as Json)["number"]));
    if (isCredited) expect(mail["text"]).toContain("Amount credited: €135.00");
  }
  const ordinary = (await story.invoices())[0];
  expect(ordinary).toMatchObject({ total: "300.00", amountCredited: "0.00" });
});

test("a negative invoice lists what reduced an overdue invoice and what became account credit (R-INV-8)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const { id } = await story.subscribe({
    prices: [await story.fixed("Base", "310.00")],
    invoicePaymentTerms: "on_issue",
  });
  const [charge] = await story.invoices();
  await story.api.post(`/invoices/${charge?.id}/payments`, { amount: "200.00", method: "bank_transfer" });
  await story.advanceTo("2026-01-15");
  await story.act(id, "cancel");
  await story.advanceTo("2026-01-16");
  // 16 of 31 days are 160.00: 110.00 that are overdue, 50.00 of the 200.00 that were paid.
  const end = (await story.invoices()).at(-1);
  const pdf = await printed(story, end?.id ?? "");
  expect(pdf).toContain("Amount due $0.00 USD Amount credited: $160.00");
  expect(pdf).toContain(`Applied to invoice ${charge?.number} 110.00 Kept as account credit 50.00 Amount due $0.00`);
});

test("a negative draft asks for nothing and says what it will add to account credit", async () => {
  const story = await scenario({ start: "2026-04-01", currency: "EUR" });
  const lines = [{ description: "Refund of setup", unitPrice: "-40.00" }];
  const draft = await story.api.post<StoryInvoice>("/invoices", { accountId: story.accountId, lines });
  expect(draft).toMatchObject({ status: "draft", amountCredited: "40.00", amountRemaining: "0.00" });
  const pdf = await printed(story, draft.id);
  expect(pdf).toContain("Amount due €0.00");
  expect(pdf).not.toContain("was added"); // not before it is issued
});

test.each([
  ["de-DE", "wurden Ihrem Guthaben gutgeschrieben"],
  ["ar", "135.00 €"], // letters of Arabic words come out in the order in which they are drawn
])("in %s as well (R-PDF-1)", async (locale, words) => {
  const { story, invoice } = await downgraded(locale);
  expect((await printed(story, invoice.id)).normalize("NFKC")).toContain(words);
});

test("the XML of a negative invoice is a credit note with positive amounts (EN 16931, BT-3 = 381)", async () => {
  const { story, invoice } = await downgraded("de-DE");
  const { body: cii } = await story.api.request<string>("GET", `/invoices/${invoice.id}/xml`);
  const { body: ubl } = await story.api.request<string>("GET", `/invoices/${invoice.id}/xml?format=ubl`);
  expect([checkCiiSchema(cii), checkUblSchema(ubl)]).toEqual([null, null]);
  const each = (element: string) =>
    [...cii.matchAll(new RegExp(`<ram:${element}[^>]*>([^<]*)<`, "g"))].map(([, text]) => text);
  expect(cii).toContain("<ram:TypeCode>381</ram:TypeCode>");
  // The credit, the charge of the new price, and their sum.
  expect(each("LineTotalAmount")).toEqual(["150.00", "-15.00", "135.00"]);
  expect([each("GrandTotalAmount"), each("TotalPrepaidAmount"), each("DuePayableAmount")]).toEqual([
    ["135.00"],
    ["135.00"], // it is account credit already
    ["0.00"],
  ]);
  expect(cii).toContain("Als Guthaben gutgeschrieben: 135,00 EUR");
  expect(ubl).toContain("<CreditNote ");
  expect(ubl).toContain("<cbc:CreditNoteTypeCode>381</cbc:CreditNoteTypeCode>");
  const [first] = await story.invoices();
  const { body: ordinary } = await story.api.request<string>("GET", `/invoices/${first?.id}/xml`);
  expect(ordinary).toContain("<ram:TypeCode>380</ram:TypeCode>");
});

test("the credit note of a negative invoice has positive VAT on credits and charges", async () => {
  const story = await scenario({ start: "2026-04-01", currency: "EUR", settings: german, account: kunde });
  await story.api.post("/tax-rates", { name: "USt", percentage: 19, inclusive: true });
  const [large, small] = [await story.fixed("Large", "300.00"), await story.fixed("Small", "30.00")];
  const { id } = await story.subscribe({ prices: [large] });
  await story.advanceTo("2026-04-16T12:00");
  await story.replace(id, large, small);
  const invoice = (await story.invoices()).at(-1);
  // −135.00 holds 135.00 × 19 ÷ 119 = 21.55 of VAT, on 113.45.
  expect(invoice).toMatchObject({ total: "-135.00", subtotal: "-113.45", tax: "-21.55", linesTotal: "-135.00" });
  const { body: cii } = await story.api.request<string>("GET", `/invoices/${invoice?.id}/xml`);
  const { body: ubl } = await story.api.request<string>("GET", `/invoices/${invoice?.id}/xml?format=ubl`);
  expect([checkCiiSchema(cii), checkUblSchema(ubl)]).toEqual([null, null]);
  for (const amount of [
    "<ram:TaxBasisTotalAmount>113.45<",
    '<ram:TaxTotalAmount currencyID="EUR">21.55<',
    "<ram:GrandTotalAmount>135.00<",
  ]) {
    expect(cii).toContain(amount);
  }
});

test("a converted price prints its source price, rate and day, frozen with the line (R-SUB-9)", async () => {
  // With a grace period of 24 hours each draft is decided again before issue.
  const story = await scenario({ start: "2024-04-01", settings: { locale: "en-US" }, graceHours: 24 });
  const calls = await story.usage("API calls", { graduated: "0–100 @0.10, 101+ @0.05" });
  const terms = { currency: "EUR", sourceCurrency: "USD", conversionRate: "0.92", conversionRateDate: "2024-03-28" };
  const { id } = await story.subscribe({ prices: [await story.fixed("Base", "99.00"), calls], ...terms });
  await story.use("api_calls", 300, "2024-04-10");
  await story.advanceTo("2024-05-02");
  const invoice = (await story.invoices()).at(-1);
  const conversions = invoice?.lineItems.map((line) => (line as unknown as Json)["conversion"]);
  const usd = { sourceCurrency: "USD", rate: "0.92", rateDate: "2024-03-28" };
  expect(conversions).toEqual([
    { ...usd, sourceUnitPrice: null }, // two tiers: 100 × 0.10 + 200 × 0.05 = 20.00 USD
    { ...usd, sourceUnitPrice: "99.00" },
  ]);
  const pdf = await printed(story, invoice?.id ?? "");
  expect(pdf).toContain("99.00 USD · 1 USD = 0.92 EUR (Mar 28, 2024)");
  expect(pdf).toContain("API calls · 1 USD = 0.92 EUR (Mar 28, 2024)"); // the tiers of the appendix
  expect(pdf).toContain("Amount (USD)"); // in which they are, 10.00 and 10.00
  const page = await hosted(story, invoice?.id ?? "");
  expect((page["lineItems"] as Json[]).map(({ conversion }) => conversion)).toEqual(conversions);
  const line = invoice?.lineItems[1] as unknown as Json;
  const explained = await story.api.get(`/invoices/${invoice?.id}/lines/${line.id}/explain`);
  expect(explained).toMatchObject({ conversion: { ...usd, sourceUnitPrice: "99.00" }, recomputed: { agrees: true } });
  // The contract's rate cannot change any more, and a line in its own currency has none.
  expect((await story.api.request("PATCH", `/subscriptions/${id}`, { body: { sourceCurrency: "GBP" } })).status).toBe(
    409,
  );
  const plain = await story.api.post<{ lineItems: Json[] }>("/invoices", {
    accountId: story.accountId,
    lines: [{ description: "Setup", unitPrice: "1.00" }],
  });
  expect(plain.lineItems.map(({ conversion }) => conversion)).toEqual([null]);
});

test("with inclusive prices the printed lines sum to the first total, and the column says so (R-INV-6)", async () => {
  const settings = { ...german, locale: "en-US" };
  const story = await scenario({ start: "2026-01-01", currency: "EUR", settings, account: kunde });
  await story.api.post("/tax-rates", { name: "USt", percentage: 19, inclusive: true });
  await story.subscribe({ prices: [await story.fixed("Base", "119.00"), await story.fixed("Support", "10.00")] });
  await story.advanceTo("2026-01-02");
  const [invoice] = await story.invoices();
  // 129.00 × 19 ÷ 119 = 20.60
  expect(invoice).toMatchObject({ subtotal: "108.40", linesTotal: "129.00", tax: "20.60", total: "129.00" });
  const pdf = await printed(story, invoice?.id ?? "");
  expect(pdf).toContain("Amount incl. tax (EUR)");
  expect(pdf).toContain("Total of items 129.00 Includes USt 19% on 108.40 20.60 Net amount 108.40 Total 129.00");
  const line = invoice?.lineItems[0]?.id;
  const body = { invoiceId: invoice?.id, reason: "Down", lines: [{ lineItemId: line }], outcome: "account_credit" };
  const note = await story.api.post("/credit-notes", body);
  const headers = { Authorization: `Bearer ${story.api.token}` };
  const answer = await fetch(`${story.environment.url}/credit-notes/${note.id}/pdf`, { headers });
  const { pages } = readPdf(new Uint8Array(await answer.arrayBuffer()));
  const notePdf = pages.map(({ text }) => text.replace(/\s+/g, " ")).join(" ");
  expect(notePdf).toContain("Amount incl. tax (EUR)");
  expect(notePdf).toContain("Total of items 119.00 Includes USt 19% on 100.00 19.00 Net amount 100.00");
});

test("with inclusive and exclusive prices each line says which, and totals add up (R-INV-6)", async () => {
  const settings = { ...german, locale: "en-US" };
  const story = await scenario({ start: "2026-01-01", currency: "EUR", settings, account: kunde });
  const inside = await story.api.post("/tax-rates", { name: "USt", percentage: 19, inclusive: true, taxCategory: "a" });
  const onTop = await story.api.post("/tax-rates", { name: "Levy", percentage: 5, taxCategory: "b" });
  const gross = await story.fixed("Gross", "119.00", { price: { taxRateIds: [inside.id] } });
  const net = await story.fixed("Net", "100.00", { price: { taxRateIds: [onTop.id] } });
  await story.subscribe({ prices: [gross, net] });
  await story.advanceTo("2026-01-02");
  const [invoice] = await story.invoices();
  expect(invoice).toMatchObject({ subtotal: "200.00", linesTotal: "219.00", tax: "24.00", total: "224.00" });
  const pdf = await printed(story, invoice?.id ?? "");
  expect(pdf).toContain("Amount (EUR)");
  expect(pdf.match(/incl\. tax/g)).toHaveLength(1); // on the inclusive line
  // 219.00 + 5.00 on top = 224.00; without 19.00 and 5.00 it is 200.00
  expect(pdf).toContain("Total of items 219.00 Includes USt 19% 19.00 Levy 5% 5.00 Net amount 200.00 Total 224.00");
});
