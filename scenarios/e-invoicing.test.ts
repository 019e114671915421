import { discount, scenario, type StoryInvoice } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";
import { checkCiiSchema, checkUblSchema } from "../packages/einvoice/test/schemas/read-schemas.ts";

const settings = {
  name: "Northlight",
  legalName: "Northlight Software GmbH",
  address: { line1: "Torstraße 140", city: "Berlin", postalCode: "10119" },
  country: "DE",
  taxId: "DE 298.765.432",
  registrationNumber: "HRB 181234 B",
  email: "billing@northlight.example",
  bankDetails: "Bank: Berliner Handelsbank\nIBAN: DE89 3704 0044 0532 0130 00\nBIC: COBADEFFXXX",
  eInvoicing: true,
};
const account = {
  name: "Harbour & Pine Ltd",
  billingAddress: { line1: "14 Quayside", city: "Bristol", postalCode: "BS1 6AA" },
  taxCountry: "GB",
  taxId: "GB123456789",
};

test("an issued invoice is EN 16931 XML in both syntaxes with its quantities and prices (R-PDF-1)", async () => {
  const story = await scenario({ start: "2026-01-01", currency: "EUR", settings, account });
  await story.subscribe({
    prices: [
      await story.fixed("Base", "49.00"),
      await story.usage("API calls", { unit: "0.000123" }),
      await story.usage("Lookups", { graduated: "0–1000 @0, 1001+ @0.02" }),
    ],
    discount: discount("10 %"),
    purchaseOrderNumber: "PO-88412",
  });
  await story.use("api_calls", 1_234_567, "2026-01-15");
  await story.use("lookups", 1_500, "2026-01-16");
  await story.advanceTo("2026-02-02");
  // 49.00, 1,234,567 × 0.000123 = 151.85, and (1,500 − 1,000) × 0.02 = 10.00.
  const [, february] = await story.invoices();
  const answer = await story.api.request<string>("GET", `/invoices/${february?.id}/xml`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Content-Type")).toBe("application/xml; charset=utf-8");
  expect(answer.headers.get("Content-Disposition")).toBe('attachment; filename="INV-2026-00002.xml"');
  const cii = answer.body;
  expect(checkCiiSchema(cii)).toBeNull();
  for (const text of [
    "<ram:ID>INV-2026-00002</ram:ID>",
    "<ram:Name>Northlight Software GmbH</ram:Name>",
    "<ram:Name>Harbour &amp; Pine Ltd</ram:Name>",
    "<ram:IssuerAssignedID>PO-88412</ram:IssuerAssignedID>",
    "<ram:IBANID>DE89370400440532013000</ram:IBANID>",
    "<ram:ChargeAmount>0.000123</ram:ChargeAmount>",
    '<ram:BilledQuantity unitCode="C62">1234567</ram:BilledQuantity>',
    "<ram:LineTotalAmount>151.85</ram:LineTotalAmount>",
    // Tiers have no single price: the line is one of the total, and its text has the calculation.
    "<ram:ChargeAmount>10</ram:ChargeAmount>",
    "<ram:Description>1500</ram:Description>",
    `<ram:GrandTotalAmount>${february?.total}</ram:GrandTotalAmount>`,
    `<ram:DuePayableAmount>${february?.total}</ram:DuePayableAmount>`,
    "<ram:ReasonCode>95</ram:ReasonCode>",
    // Without VAT there may be no VAT identifier (BR-O-02); the seller has its tax registration.
    "<ram:CategoryCode>O</ram:CategoryCode>",
    '<ram:ID schemeID="FC">DE298765432</ram:ID>',
  ]) {
    expect(cii).toContain(text);
  }
  const ubl = await story.api.request<string>("GET", `/invoices/${february?.id}/xml?format=ubl`);
  expect(checkUblSchema(ubl.body)).toBeNull();
  expect(ubl.body).toContain('<cbc:PriceAmount currencyID="EUR">0.000123</cbc:PriceAmount>');
  // February is billed in advance and is the last period supplied (BT-72).
  expect(ubl.body).toContain("<cbc:ActualDeliveryDate>2026-02-28</cbc:ActualDeliveryDate>");
  expect(cii).toMatch(
    /<ram:ActualDeliverySupplyChainEvent>\s*<ram:OccurrenceDateTime>\s*<udt:DateTimeString format="102">20260228</,
  );
  // The text is the same for every request.
  expect((await story.api.request<string>("GET", `/invoices/${february?.id}/xml?format=cii`)).body).toBe(cii);
});

test("the PDF contains the XML if the organization asked for it at issue, and keeps its bytes (R-PDF-1)", async () => {
  const story = await scenario({ start: "2026-01-01", currency: "EUR", settings, account });
  await story.subscribe({ prices: [await story.fixed("Base", "49.00")] });
  await story.advanceTo("2026-01-02");
  const [january] = await story.invoices();
  const before = await story.api.request<string>("GET", `/invoices/${january?.id}/pdf`);
  expect(before.body).toContain("/UF (factur-x.xml)");
  await story.api.patch("/organization", { eInvoicing: false, country: "AT" });
  await story.advanceTo("2026-02-02");
  const after = await story.api.request<string>("GET", `/invoices/${january?.id}/pdf`);
  expect(after.headers.get("ETag")).toBe(before.headers.get("ETag"));
  const [, february] = await story.invoices();
  const plain = await story.api.request<string>("GET", `/invoices/${february?.id}/pdf`);
  expect([plain.status, plain.body.includes("factur-x.xml")]).toEqual([200, false]);
  // The XML is available separately.
  expect((await story.api.request("GET", `/invoices/${february?.id}/xml`)).status).toBe(200);
});

test("large invoices are written and drawn, in sequence and concurrently (R-PDF-1)", async () => {
  const story = await scenario({ start: "2026-01-01", currency: "EUR", settings, account });
  const lines = Array.from({ length: 60 }, (_, at) => ({ description: `Item ${at}`, unitPrice: "1.25" }));
  const create = () =>
    story.api.post<StoryInvoice>("/invoices", { accountId: story.accountId, lines, autoIssue: true });
  const ids = [await create(), await create(), await create()].map(({ id }) => id);
  for (const id of ids) {
    const xml = await story.api.request<string>("GET", `/invoices/${id}/xml`);
    expect([xml.status, xml.body.includes("<ram:LineID>60</ram:LineID>")]).toEqual([200, true]);
  }
  const pdfs = await Promise.all(ids.map((id) => story.api.request<string>("GET", `/invoices/${id}/pdf`)));
  expect(pdfs.map(({ status, body }) => [status, body.includes("/UF (factur-x.xml)")])).toEqual(
    ids.map(() => [200, true]),
  );
  // A broken rule is reported, and the next invoice is written as before.
  const [id] = ids;
  const refused = await story.api.request("GET", `/invoices/${id}/xml?profile=xrechnung`);
  expect(refused).toMatchObject({ status: 422, body: { code: "e_invoice_incomplete" } });
  expect((await story.api.request("GET", `/invoices/${id}/xml?format=ubl`)).status).toBe(200);
});

const berlin = { line1: "Torstraße 1", city: "Berlin", postalCode: "10119" };
const paris = { line1: "1 rue de Rivoli", city: "Paris", postalCode: "75001" };

test.each([
  [
    "at home",
    { billingAddress: berlin, taxCountry: "DE" },
    ["<ram:CategoryCode>S</ram:CategoryCode>", "<ram:RateApplicablePercent>19</ram:RateApplicablePercent>"],
    ["80.00", "15.20", "95.20"], // 100.00 − 20 %; 80.00 × 19 %
  ],
  [
    "to a business in France, which owes the tax itself",
    { billingAddress: paris, taxCountry: "FR", taxId: "FR40303265045" },
    ["<ram:CategoryCode>AE</ram:CategoryCode>", "<ram:ExemptionReasonCode>VATEX-EU-AE</ram:ExemptionReasonCode>"],
    ["80.00", "0.00", "80.00"],
  ],
])("the XML says the taxes that the invoice was issued with: %s (R-INV-6)", async (_, buyer, texts, sums) => {
  const sellerSettings = { ...settings, taxId: "DE136695976", taxMode: "table" } as const;
  const story = await scenario({
    start: "2026-01-01",
    currency: "EUR",
    settings: sellerSettings,
    account: { ...account, taxId: null, ...buyer },
  });
  await story.subscribe({ prices: [await story.fixed("Base", "100.00")], discount: discount("20 %") });
  await story.advanceTo("2026-01-02");
  const [invoice] = await story.invoices();
  const { body: cii } = await story.api.request<string>("GET", `/invoices/${invoice?.id}/xml`);
  expect(checkCiiSchema(cii)).toBeNull();
  for (const text of texts) expect(cii).toContain(text);
  const [basis, tax, total] = sums;
  expect(cii).toContain(`<ram:TaxBasisTotalAmount>${basis}</ram:TaxBasisTotalAmount>`);
  expect(cii).toContain(`<ram:TaxTotalAmount currencyID="EUR">${tax}</ram:TaxTotalAmount>`);
  expect(cii).toContain(`<ram:GrandTotalAmount>${total}</ram:GrandTotalAmount>`);
  const { body: ubl } = await story.api.request<string>("GET", `/invoices/${invoice?.id}/xml?format=ubl`);
  expect(checkUblSchema(ubl)).toBeNull();
});

test("an inclusive price is written net: 119.00 is 100.00 and 19.00 (R-INV-6)", async () => {
  const sellerSettings = { ...settings, taxId: "DE136695976" };
  const story = await scenario({
    start: "2026-01-01",
    currency: "EUR",
    settings: sellerSettings,
    account: { ...account, taxId: null, billingAddress: berlin, taxCountry: "DE" },
  });
  await story.api.post("/tax-rates", { name: "USt", percentage: 19, inclusive: true });
  await story.subscribe({ prices: [await story.fixed("Base", "119.00")] });
  await story.advanceTo("2026-01-02");
  const [invoice] = await story.invoices();
  const { body: cii } = await story.api.request<string>("GET", `/invoices/${invoice?.id}/xml`);
  expect(checkCiiSchema(cii)).toBeNull();
  expect(cii).toContain("<ram:ChargeAmount>100</ram:ChargeAmount>");
  expect(cii).toContain("<ram:LineTotalAmount>100.00</ram:LineTotalAmount>");
  expect(cii).toContain("<ram:GrandTotalAmount>119.00</ram:GrandTotalAmount>");
});

test("a credit has a negative quantity, and a part of a month is one of its total with the calculation", async () => {
  const story = await scenario({ start: "2026-04-01", currency: "EUR", settings, account });
  const prices = [await story.fixed("Base", "30.00"), await story.fixed("Support", "60.00", { terms: "arrears" })];
  const { id } = await story.subscribe({ prices });
  await story.advanceTo("2026-04-16T12:00");
  await story.act(id, "cancel", { effective: "2026-04-16" });
  const [, last] = await story.invoices();
  expect([last]).toEqualInvoices(`
    2026-04-16  2026-04-16 → 2026-05-01  Unused Base          1 × 15/30  -15.00
                2026-04-01 → 2026-04-16  Support      1 × 60.00 × 15/30   30.00
                                                                  total   15.00
  `);
  const { body: xml } = await story.api.request<string>("GET", `/invoices/${last?.id}/xml`);
  expect(checkCiiSchema(xml)).toBeNull();
  const each = (element: string) =>
    [...xml.matchAll(new RegExp(`<ram:${element}[^>]*>([^<]*)<`, "g"))].map(([, text]) => text);
  expect(each("BilledQuantity")).toEqual(["-1", "1"]);
  expect(each("ChargeAmount")).toEqual(["15", "30"]);
  expect(each("LineTotalAmount")).toEqual(["-15.00", "30.00", "15.00"]);
  expect(each("Description")).toContain("1 × 60.00 × 15/30");
  // The last day of a period is inclusive: of the credit, of its charge, and of both.
  expect(xml).toContain('<udt:DateTimeString format="102">20260430</udt:DateTimeString>');
});

test("each broken EN 16931 rule is named, and the PDF has no XML", async () => {
  const story = await scenario({ start: "2026-01-01", settings: { eInvoicing: true } });
  await story.subscribe({ prices: [await story.fixed("Base", "49.00")] });
  await story.advanceTo("2026-01-02");
  const [invoice] = await story.invoices();
  const refused = await story.api.request("GET", `/invoices/${invoice?.id}/xml`);
  expect(refused).toMatchObject({ status: 422, body: { code: "e_invoice_incomplete" } });
  expect(refused.body["errors"]).toEqual([
    {
      pointer: "/seller/address",
      code: "br_08",
      detail: "BR-08: The seller must have a postal address (BG-5). Set address of the organization.",
    },
    {
      pointer: "/buyer/address",
      code: "br_10",
      detail: "BR-10: The buyer must have a postal address (BG-8). Set billingAddress of the account.",
    },
    {
      pointer: "/seller/vatIdentifier",
      code: "br_co_26",
      detail:
        "BR-CO-26: A seller must have an identifier (BT-29), a registration (BT-30) or a VAT identifier (BT-31). " +
        "Set taxId of the organization.",
    },
  ]);
  const pdf = await story.api.request<string>("GET", `/invoices/${invoice?.id}/pdf`);
  expect([pdf.status, pdf.body.includes("factur-x.xml")]).toEqual([200, false]);
});

test("XML of a draft, an unknown invoice or an unknown format is refused", async () => {
  const story = await scenario({ start: "2026-01-01", currency: "EUR", settings, account });
  await story.subscribe({
    prices: [await story.fixed("Base", "49.00")],
    autoIssueInvoices: false,
  });
  await story.advanceTo("2026-01-02");
  const [draft] = await story.invoices();
  expect(await story.api.request("GET", `/invoices/${draft?.id}/xml`)).toMatchObject({
    status: 409,
    body: { code: "state_conflict", detail: "The invoice is draft. Only issued invoices are available as XML." },
  });
  expect((await story.api.request<string>("GET", `/invoices/${draft?.id}/pdf`)).body).not.toContain("factur-x.xml");
  expect((await story.api.request("GET", `/invoices/${draft?.id}/xml?format=edifact`)).status).toBe(400);
  expect((await story.api.request("GET", "/invoices/inv_nobody/xml")).status).toBe(404);
});
