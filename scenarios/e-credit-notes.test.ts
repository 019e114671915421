import { discount, type Json, scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";
import { checkCiiSchema, checkUblSchema } from "../packages/einvoice/test/schemas/read-schemas.ts";

const settings = {
  name: "Northlight",
  legalName: "Northlight Software GmbH",
  address: { line1: "Torstraße 140", city: "Berlin", postalCode: "10119" },
  country: "DE",
  taxId: "DE136695976",
  email: "billing@northlight.example",
  bankDetails: "IBAN: DE89 3704 0044 0532 0130 00",
  eInvoicing: true,
};
const account = {
  name: "Kunde GmbH",
  billingAddress: { line1: "Torstraße 1", city: "Berlin", postalCode: "10119" },
  taxCountry: "DE",
};

interface Xml {
  readonly cii: string;
  readonly ubl: string;
  /** The texts of an element of the CII. */
  readonly each: (element: string) => (string | undefined)[];
}

/** A note in both syntaxes, each valid by its schema. */
async function xmlOf(story: Story, id: unknown): Promise<Xml> {
  const [{ body: cii }, { body: ubl }] = [
    await story.api.request<string>("GET", `/credit-notes/${id}/xml`),
    await story.api.request<string>("GET", `/credit-notes/${id}/xml?format=ubl`),
  ];
  expect([checkCiiSchema(cii), checkUblSchema(ubl)]).toEqual([null, null]);
  const each = (element: string) =>
    [...cii.matchAll(new RegExp(`<ram:${element}[^>]*>([^<]*)<`, "g"))].map(([, text]) => text);
  return { cii, ubl, each };
}

test("partial notes are XML of type 381 whose taxes sum to the invoice's (R-INV-8, R-PDF-1)", async () => {
  const story = await scenario({ start: "2026-01-01", currency: "EUR", settings, account });
  await story.api.post("/tax-rates", { name: "USt", percentage: 19, inclusive: true });
  await story.subscribe({ prices: [await story.fixed("Base", "119.00")], purchaseOrderNumber: "PO-7" });
  await story.advanceTo("2026-01-02");
  const [invoice] = await story.invoices();
  const give = (outcome: string, amount?: string) =>
    story.api.post("/credit-notes", {
      invoiceId: invoice?.id,
      reason: "Down from the 16th on",
      lines: [{ lineItemId: invoice?.lineItems[0]?.id, ...(amount === undefined ? {} : { amount }) }],
      outcome,
    });
  const part = await xmlOf(story, (await give("apply", "50.00"))["id"]);
  // 50.00 hold 50.00 × 19 ÷ 119 = 7.98 of VAT, on 42.02.
  expect(part.each("LineTotalAmount")).toEqual(["42.02", "42.02"]);
  expect([part.each("TaxBasisTotalAmount"), part.each("TaxTotalAmount")]).toEqual([["42.02"], ["7.98"]]);
  expect([part.each("GrandTotalAmount"), part.each("DuePayableAmount")]).toEqual([["50.00"], ["50.00"]]);
  for (const text of [
    "<ram:TypeCode>381</ram:TypeCode>",
    "<ram:ID>CN-2026-00001</ram:ID>",
    "<ram:IssuerAssignedID>PO-7</ram:IssuerAssignedID>",
    "<ram:Content>Down from the 16th on</ram:Content>",
    "<ram:Description>Applied to invoice INV-2026-00001: 50.00 EUR</ram:Description>",
    "<ram:InvoiceReferencedDocument><ram:IssuerAssignedID>INV-2026-00001</ram:IssuerAssignedID>",
  ]) {
    expect(part.cii.replaceAll(/>\s+</g, "><")).toContain(text);
  }
  // No one pays a note to the seller's account.
  expect(part.cii).not.toContain("DE89370400440532013000");
  expect(part.ubl).toContain("<cbc:CreditNoteTypeCode>381</cbc:CreditNoteTypeCode>");
  const rest = await xmlOf(story, (await give("account_credit"))["id"]);
  // 119.00 − 50.00, with what is left of 19.00 of VAT: 11.02 on 57.98.
  expect([rest.each("TaxBasisTotalAmount"), rest.each("TaxTotalAmount")]).toEqual([["57.98"], ["11.02"]]);
  expect(rest.each("Description")).toContain("Kept as account credit: 69.00 EUR");
});

test("a note gives a discount back as an allowance, and its stored PDF contains the XML (R-PDF-1)", async () => {
  const table = { ...settings, taxMode: "table" } as const;
  const story = await scenario({ start: "2026-01-01", currency: "EUR", settings: table, account });
  await story.subscribe({ prices: [await story.fixed("Base", "100.00")], discount: discount("20 %") });
  await story.advanceTo("2026-01-02");
  const [invoice] = await story.invoices();
  const lines = invoice?.lineItems.map(({ id }) => ({ lineItemId: id }));
  const note = { invoiceId: invoice?.id, reason: "Not delivered", lines, outcome: "apply" };
  const { id } = await story.api.post("/credit-notes", note);
  const { cii, each } = await xmlOf(story, id);
  // 100.00 − 20.00, and 80.00 × 19 %.
  expect([each("ActualAmount"), each("TaxBasisTotalAmount")]).toEqual([["20.00"], ["80.00"]]);
  expect([each("TaxTotalAmount"), each("GrandTotalAmount")]).toEqual([["15.20"], ["95.20"]]);
  expect(cii).toContain("<ram:ReasonCode>95</ram:ReasonCode>");
  const pdf = () => story.api.request<string>("GET", `/credit-notes/${id}/pdf`);
  const first = await pdf();
  expect(first.body).toContain("/UF (factur-x.xml)");
  expect(first.body).toContain("<pdfaid:part>3</pdfaid:part>");
  await story.api.patch("/organization", { eInvoicing: false, name: "Southlight" });
  expect((await pdf()).headers.get("ETag")).toBe(first.headers.get("ETag"));
});

test("a note after an end and a new rate shows both rates with their bases (R-INV-8, R-PDF-1)", async () => {
  const manual = { ...settings, taxMode: "manual" } as const;
  const story = await scenario({ start: "2026-01-01", currency: "EUR", settings: manual, account });
  const rate = await story.api.post("/tax-rates", { name: "USt", percentage: 19 });
  const { id } = await story.subscribe({ prices: [await story.fixed("Base", "310.00")] });
  await story.advanceTo("2026-01-15");
  await story.act(id, "cancel");
  await story.advanceTo("2026-01-16");
  await story.api.patch(`/tax-rates/${rate.id}`, { percentage: "20" });
  const [first] = await story.invoices();
  const voided = await story.api.post(`/invoices/${first?.id}/void`, { reason: "Wrong rate", rebill: true });
  const invoiceId = voided["replacedByInvoiceId"];
  await story.api.request("POST", `/invoices/${String(invoiceId)}/issue`);
  const again = (await story.invoices()).find((one) => one.id === invoiceId);
  const lines = [{ lineItemId: again?.lineItems[0]?.id }];
  const note = await story.api.post("/credit-notes", { invoiceId, reason: "Rest", lines, outcome: "account_credit" });
  const { each } = await xmlOf(story, note.id);
  // 310.00 + 20 %, less the 160.00 + 19 % that the end gave back
  expect(each("LineTotalAmount")).toEqual(["310.00", "-160.00", "150.00"]);
  expect([each("TaxTotalAmount"), each("GrandTotalAmount")]).toEqual([["31.60"], ["181.60"]]);
});

test("XML of an incomplete note returns a 422 with the rules, and its PDF has no XML", async () => {
  const story = await scenario({ start: "2026-01-01", settings: { eInvoicing: true } });
  await story.subscribe({ prices: [await story.fixed("Base", "49.00")] });
  await story.advanceTo("2026-01-02");
  const [invoice] = await story.invoices();
  const lines = [{ lineItemId: invoice?.lineItems[0]?.id }];
  const note = { invoiceId: invoice?.id, reason: "Not delivered", lines, outcome: "apply" };
  const { id } = await story.api.post("/credit-notes", note);
  expect(await story.api.request("GET", `/credit-notes/${id}/xml`)).toMatchObject({
    status: 422,
    body: {
      code: "e_invoice_incomplete",
      detail: "The credit note does not follow EN 16931: see errors (BR-08, BR-10, BR-CO-26).",
    },
  });
  const pdf = await story.api.request<string>("GET", `/credit-notes/${id}/pdf`);
  expect([pdf.status, pdf.body.includes("factur-x.xml")]).toEqual([200, false]);
  expect((await story.api.request("GET", "/credit-notes/cn_nobody/xml")).status).toBe(404);
});

test("a note says whether it is valid XML, and an incomplete one needs attention (R-INV-8, R-PDF-1)", async () => {
  const listed = (story: Story) =>
    story.api.get<{ counts: Json[]; items: Json[] }>(
      "/insights/attention?kind=e_credit_note_incomplete&testClocks=include",
    );
  const creditOf = async (story: Story) => {
    const [invoice] = await story.invoices();
    const lines = [{ lineItemId: invoice?.lineItems[0]?.id, amount: "10.00" }];
    return story.api.post("/credit-notes", { invoiceId: invoice?.id, reason: "Late", lines, outcome: "apply" });
  };
  const story = await scenario({ start: "2026-01-01", settings: { eInvoicing: true, eInvoiceProfile: "peppol" } });
  await story.subscribe({ prices: [await story.fixed("Base", "49.00")] });
  await story.advanceTo("2026-01-02");
  const note = await creditOf(story);
  const eInvoice = note["eInvoice"] as { missing: { rule: string }[] };
  expect(eInvoice).toMatchObject({ profile: "peppol", status: "incomplete" });
  const rules = eInvoice.missing.map(({ rule }) => rule);
  expect(rules).toContain("PEPPOL-EN16931-R003");
  expect(eInvoice.missing).toContainEqual({
    rule: "PEPPOL-EN16931-R003",
    detail: expect.stringContaining("Set buyerReference of the account.") as string,
    member: "account.buyerReference",
  });
  // As in the XML, and as issued: later settings apply to the next one.
  const refused = await story.api.request<{ errors: { code: string }[] }>("GET", `/credit-notes/${note.id}/xml`);
  expect([refused.status, refused.body.errors.length]).toEqual([422, rules.length]);
  await story.api.patch(`/accounts/${story.accountId}`, { buyerReference: "991-33333TEST-33" });
  expect((await story.api.get(`/credit-notes/${note.id}`))["eInvoice"]).toEqual(eInvoice);
  const { counts, items } = await listed(story);
  expect(counts).toEqual([{ kind: "e_credit_note_incomplete", count: 1 }]);
  expect(items).toMatchObject([
    {
      objectId: note.id,
      accountId: story.accountId,
      name: note["number"],
      detail: [...new Set(rules)].toSorted().join(", "),
      amount: "10.00",
      action: { method: "GET", path: `/credit-notes/${note.id}` },
    },
  ]);
  await story.advanceTo("2026-04-03");
  expect((await listed(story)).counts).toEqual([{ kind: "e_credit_note_incomplete", count: 0 }]);

  const ready = await scenario({ start: "2026-01-01", currency: "EUR", settings, account });
  await ready.subscribe({ prices: [await ready.fixed("Base", "49.00")] });
  await ready.advanceTo("2026-01-02");
  expect((await creditOf(ready))["eInvoice"]).toEqual({ profile: "en16931", status: "ready", missing: [] });
  expect((await listed(ready)).items).toEqual([]);
  await ready.api.patch("/organization", { eInvoicing: false });
  await ready.advanceTo("2026-02-02");
  const [, plain] = await ready.invoices();
  const lines = [{ lineItemId: plain?.lineItems[0]?.id }];
  const body = { invoiceId: plain?.id, reason: "Late", lines, outcome: "apply" };
  expect((await ready.api.post("/credit-notes", body))["eInvoice"]).toBeNull();
});
