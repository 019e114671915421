import { bookDifferences, type Json, scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";
import { checkCiiSchema, checkUblSchema } from "../packages/einvoice/test/schemas/read-schemas.ts";
import { readPdf } from "../packages/documents/test/read-pdf.ts";

const settings = {
  name: "Northlight Software GmbH",
  address: { line1: "Torstraße 140", city: "Berlin", postalCode: "10119" },
  country: "DE",
  taxId: "DE136695976",
  email: "billing@northlight.example",
  bankDetails: "IBAN: DE89 3704 0044 0532 0130 00",
  taxMode: "table",
  eInvoicing: true,
  electronicAddress: { scheme: "9930", value: "DE136695976" },
  invoiceContact: { name: "Ada Brandt", phone: "+49 30 5550100", email: "ada@northlight.example" },
} as const;
const account = {
  name: "Stadt Beispiel",
  billingAddress: { line1: "Rathausplatz 1", city: "Hamburg", postalCode: "20095" },
  taxCountry: "DE",
  electronicAddress: { scheme: "0204", value: "991-33333TEST-33" },
  buyerReference: "991-33333TEST-33",
};

async function sold(members: { settings?: object; account?: object; terms?: object } = {}): Promise<Story> {
  const story = await scenario({
    start: "2026-01-01",
    currency: "EUR",
    settings: { ...settings, ...members.settings },
    account: { ...account, ...members.account },
  });
  await story.subscribe({ prices: [await story.fixed("Base", "100.00")], ...members.terms });
  await story.advanceTo("2026-01-02");
  return story;
}

async function xml(story: Story, query = "", at = 0): Promise<string> {
  const invoices = await story.invoices();
  const answer = await story.api.request<string>("GET", `/invoices/${invoices[at]?.id}/xml${query}`);
  expect([answer.status, answer.status === 200 ? null : answer.body]).toEqual([200, null]);
  return answer.body;
}

async function refusal(story: Story, query: string): Promise<Json> {
  const [invoice] = await story.invoices();
  const { status, body } = await story.api.request("GET", `/invoices/${invoice?.id}/xml${query}`);
  expect([status, body["code"]]).toEqual([422, "e_invoice_incomplete"]);
  return body;
}

interface Status {
  readonly profile: string;
  readonly status: string;
  readonly missing: readonly { rule: string; detail: string; member: string | null }[];
}

async function statusOf(story: Story): Promise<Status | null> {
  const [listed] = await story.invoices();
  return (await story.api.get(`/invoices/${listed?.id}`))["eInvoice"] as Status | null;
}

interface Attention {
  readonly counts: readonly { kind: string; count: number }[];
  readonly items: readonly Json[];
}
const attention = (story: Story) =>
  story.api.get<Attention>("/insights/attention?kind=e_invoice_incomplete&testClocks=include");

test("XRechnung in both syntaxes has addresses, buyer reference and contact (R-PDF-1)", async () => {
  const story = await sold();
  const cii = await xml(story, "?profile=xrechnung");
  expect(checkCiiSchema(cii)).toBeNull();
  for (const text of [
    "<ram:ID>urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0</ram:ID>",
    "<ram:BuyerReference>991-33333TEST-33</ram:BuyerReference>",
    '<ram:URIID schemeID="9930">DE136695976</ram:URIID>',
    '<ram:URIID schemeID="0204">991-33333TEST-33</ram:URIID>',
    "<ram:PersonName>Ada Brandt</ram:PersonName>",
    "<ram:CompleteNumber>+49 30 5550100</ram:CompleteNumber>",
    "<ram:URIID>ada@northlight.example</ram:URIID>",
  ]) {
    expect(cii).toContain(text);
  }
  const ubl = await xml(story, "?profile=xrechnung&format=ubl");
  expect(checkUblSchema(ubl)).toBeNull();
  expect(ubl).toContain('<cbc:EndpointID schemeID="9930">DE136695976</cbc:EndpointID>');
});

test("Peppol BIS Billing defaults to UBL, and an unknown profile is refused (R-PDF-1)", async () => {
  const story = await sold();
  const ubl = await xml(story, "?profile=peppol");
  expect(checkUblSchema(ubl)).toBeNull();
  expect(ubl).toContain("urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0");
  expect(ubl).toContain("<cbc:ProfileID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</cbc:ProfileID>");
  expect(checkCiiSchema(await xml(story, "?profile=peppol&format=cii"))).toBeNull();
  const [invoice] = await story.invoices();
  expect((await story.api.request("GET", `/invoices/${invoice?.id}/xml?profile=chorus`)).status).toBe(400);
});

test("without a buyer reference a profile uses the purchase order, and EN 16931 omits it", async () => {
  const story = await sold({ account: { buyerReference: null }, terms: { purchaseOrderNumber: "PO-88412" } });
  expect(await xml(story, "?profile=xrechnung")).toContain("<ram:BuyerReference>PO-88412</ram:BuyerReference>");
  expect(await xml(story)).not.toContain("BuyerReference");
});

test("an error names the rule, the term and the field to set (R-PDF-1)", async () => {
  const story = await sold({
    settings: { invoiceContact: null },
    account: { electronicAddress: null, buyerReference: null, billingAddress: { city: null } },
  });
  const { detail, errors } = await refusal(story, "?profile=xrechnung");
  expect(detail).toBe(
    "The invoice does not follow XRechnung 3.0: see errors (BR-DE-15, BR-DE-5, BR-DE-6, BR-DE-8, BR-DE-9, PEPPOL-EN16931-R010).",
  );
  expect((errors as { pointer: string; code: string; detail: string }[]).slice(0, 4)).toEqual([
    {
      pointer: "/buyerReference",
      code: "br_de_15",
      detail: "BR-DE-15: An invoice must have a buyer reference (BT-10). Set buyerReference of the account.",
    },
    {
      pointer: "/seller/contact/name",
      code: "br_de_5",
      detail: "BR-DE-5: The seller's contact must have a name (BT-41). Set invoiceContact.name of the organization.",
    },
    {
      pointer: "/seller/contact/telephone",
      code: "br_de_6",
      detail:
        "BR-DE-6: The seller's contact must have a telephone number (BT-42). Set invoiceContact.phone of the organization.",
    },
    {
      pointer: "/buyer/address/city",
      code: "br_de_8",
      detail: "BR-DE-8: The buyer's address must have a city (BT-52). Set billingAddress.city of the account.",
    },
  ]);
});

test("a credit note in a profile is marked as cleared (BT-81 = 97)", async () => {
  const story = await sold();
  const [invoice] = await story.invoices();
  const lines = [{ lineItemId: invoice?.lineItems[0]?.id, amount: "25.00" }];
  const body = { invoiceId: invoice?.id, reason: "Down for a week", lines, outcome: "apply" };
  const { id } = await story.api.post("/credit-notes", body);
  for (const profile of ["xrechnung", "peppol"]) {
    const answer = await story.api.request<string>("GET", `/credit-notes/${id}/xml?profile=${profile}&format=ubl`);
    expect(checkUblSchema(answer.body)).toBeNull();
    expect(answer.body).toContain("<cbc:PaymentMeansCode>97</cbc:PaymentMeansCode>");
    expect(answer.body).toContain("<cbc:BuyerReference>991-33333TEST-33</cbc:BuyerReference>");
  }
});

test("both parties are frozen at issue, so later settings change no issued invoice (invariant 4, R-PDF-1)", async () => {
  const story = await sold();
  const before = await xml(story, "?profile=xrechnung");
  await story.api.patch("/organization", {
    electronicAddress: { scheme: "0088", value: "7300010000001" },
    invoiceContact: { name: "Grace Hill" },
    invoiceNotes: [{ subjectCode: "REG", text: "Amtsgericht Charlottenburg" }],
    eInvoiceProfile: "peppol",
  });
  await story.api.patch(`/accounts/${story.accountId}`, { buyerReference: "Other", electronicAddress: null });
  expect(await xml(story, "?profile=xrechnung")).toBe(before);
  expect(await xml(story)).toContain("urn:cen.eu:en16931:2017<");
  await story.advanceTo("2026-02-02");
  const next = await xml(story, "?profile=en16931", 1);
  for (const text of ["7300010000001", "Grace Hill", "+49 30 5550100", "Amtsgericht Charlottenburg", "Other"]) {
    expect(next).toContain(text); // a merge patch leaves the phone as it was
  }
});

test("the account's profile overrides the organization's and is the default for XML", async () => {
  const story = await sold({ settings: { eInvoiceProfile: "peppol" }, account: { eInvoiceProfile: "xrechnung" } });
  expect(await xml(story)).toContain("xrechnung_3.0");
  expect(await xml(story, "?profile=en16931")).not.toContain("xrechnung_3.0");
  expect(await statusOf(story)).toEqual({ profile: "xrechnung", status: "ready", missing: [] });
  const other = await sold({ settings: { eInvoiceProfile: "peppol" } });
  expect(await xml(other)).toContain("poacc:billing:3.0");
});

test("an incomplete invoice needs attention until it is void (R-PDF-1)", async () => {
  const story = await sold({ settings: { eInvoiceProfile: "xrechnung" }, account: { buyerReference: null } });
  const missing = [
    {
      rule: "BR-DE-15",
      detail: "An invoice must have a buyer reference (BT-10). Set buyerReference of the account.",
      member: "account.buyerReference",
    },
  ];
  expect(await statusOf(story)).toEqual({ profile: "xrechnung", status: "incomplete", missing });
  const [invoice] = await story.invoices();
  const { counts, items } = await attention(story);
  expect(counts).toEqual([{ kind: "e_invoice_incomplete", count: 1 }]);
  expect(items).toMatchObject([
    {
      objectId: invoice?.id,
      accountId: story.accountId,
      name: "INV-2026-00001",
      detail: "BR-DE-15",
      amount: "119.00",
      action: { method: "GET", path: `/invoices/${invoice?.id}` },
    },
  ]);
  await story.api.patch(`/accounts/${story.accountId}`, { buyerReference: "991-33333TEST-33" });
  expect((await statusOf(story))?.status).toBe("incomplete"); // as it was issued
  const rebilled = await story.api.post(`/invoices/${invoice?.id}/void`, { reason: "No reference", rebill: true });
  const again = await story.api.request("POST", `/invoices/${String(rebilled["replacedByInvoiceId"])}/issue`);
  expect(again.body["eInvoice"]).toEqual({ profile: "xrechnung", status: "ready", missing: [] });
  expect((await attention(story)).counts).toEqual([{ kind: "e_invoice_incomplete", count: 0 }]);
});

test("eInvoice checks EN 16931 also for manual invoices, and is null without e-invoicing", async () => {
  const story = await scenario({ start: "2026-01-01", settings: { eInvoicing: true } });
  const lines = [{ description: "Setup", unitPrice: "49.00" }];
  const body = { accountId: story.accountId, lines, autoIssue: true };
  const { eInvoice } = await story.api.post("/invoices", body);
  expect(eInvoice).toMatchObject({
    profile: "en16931",
    status: "incomplete",
    missing: [
      { rule: "BR-08", member: "organization.address" },
      { rule: "BR-10", member: "account.billingAddress" },
      { rule: "BR-CO-26", member: "organization.taxId" },
    ],
  });
  expect((await attention(story)).counts).toEqual([{ kind: "e_invoice_incomplete", count: 1 }]);
  const draft = await story.api.post("/invoices", { ...body, autoIssue: false });
  expect(draft["eInvoice"]).toBeNull();
  await story.api.patch("/organization", { eInvoicing: false });
  expect((await story.api.post("/invoices", body))["eInvoice"]).toBeNull();
});

test("a French seller has its SIREN (BT-30, 0002) and the notes of French law (R-PDF-1)", async () => {
  const story = await sold({
    settings: {
      name: "Lumière SAS",
      country: "FR",
      address: { line1: "10 rue de la Paix", city: "Paris", postalCode: "75002" },
      taxId: "FR44732829320",
      registrationNumber: "732829320",
      registrationScheme: "0002",
      electronicAddress: { scheme: "0225", value: "732829320" },
      invoiceNotes: [
        { subjectCode: "PMD", text: "Pénalités de retard : trois fois le taux d'intérêt légal." },
        { subjectCode: "PMT", text: "Indemnité forfaitaire pour frais de recouvrement : 40 €." },
        { subjectCode: "AAB", text: "Pas d'escompte pour paiement anticipé." },
      ],
    },
    account: { taxCountry: "FR", registrationNumber: "303265045", registrationScheme: "0002" },
  });
  const cii = (await xml(story)).replaceAll(/>\s+</g, "><");
  expect(checkCiiSchema(cii)).toBeNull();
  expect(cii).toContain('<ram:SpecifiedLegalOrganization><ram:ID schemeID="0002">732829320</ram:ID>');
  expect(cii).toContain('<ram:SpecifiedLegalOrganization><ram:ID schemeID="0002">303265045</ram:ID>');
  for (const subject of ["PMD", "PMT", "AAB"]) {
    expect(cii).toContain(`<ram:SubjectCode>${subject}</ram:SubjectCode></ram:IncludedNote>`);
  }
  expect(await xml(story, "?format=ubl")).toContain("<cbc:Note>#PMT#Indemnité forfaitaire");
});

test.each([
  [{ electronicAddress: { scheme: "9999", value: "1" } }, "/electronicAddress/scheme", "unknown_scheme"],
  [{ electronicAddress: { scheme: "0088", value: "7300010000002" } }, "/electronicAddress/value", "malformed"],
  [{ registrationNumber: "732829321", registrationScheme: "0002" }, "/registrationNumber", "malformed"],
  [{ registrationNumber: "1", registrationScheme: "9930" }, "/registrationScheme", "unknown_scheme"],
  [{ registrationNumber: null, registrationScheme: "0002" }, "/registrationNumber", "required"],
])("a wrong identifier is refused by its member, of both sides: %j", async (members, pointer, code) => {
  const story = await scenario({ start: "2026-01-01" });
  for (const path of ["/organization", `/accounts/${story.accountId}`]) {
    const { status, body } = await story.api.request("PATCH", path, { body: members });
    expect([status, body["errors"]]).toMatchObject([422, [{ pointer, code }]]);
  }
});

test.each([
  [{ invoiceNotes: [{ subjectCode: "QQQ", text: "A" }] }, "/invoiceNotes/0/subjectCode"],
  [{ invoiceNotes: [{ subjectCode: "PMD", text: "" }] }, "/invoiceNotes/0/text"],
  [{ invoiceContact: { phone: "call us" } }, "/invoiceContact/phone"],
  [{ invoiceContact: { email: "nowhere" } }, "/invoiceContact/email"],
  [{ electronicAddress: { value: "1" } }, "/electronicAddress/scheme"],
  [{ eInvoiceProfile: "chorus" }, "/eInvoiceProfile"],
])("a wrong setting of e-invoicing is refused by its member: %j", async (members, pointer) => {
  const story = await scenario({ start: "2026-01-01" });
  const { status, body } = await story.api.request("PATCH", "/organization", { body: members });
  expect([status, body["errors"]]).toMatchObject([422, [{ pointer }]]);
});

test("erasing an account removes its network and register numbers (R-OPS-5)", async () => {
  const story = await scenario({ start: "2026-01-01", account: { ...account, registrationNumber: "HRB 7" } });
  const terms = { prices: [await story.fixed("Base", "10.00")], buyerReference: "Herr Beispiel", activate: false };
  const { id } = await story.subscribe(terms);
  await story.api.request("POST", `/accounts/${story.accountId}/erase`);
  expect((await story.api.get(`/subscriptions/${id}`))["buyerReference"]).toBeNull();
  const log = await story.api.get(`/audit?objectId=${id}`);
  expect(JSON.stringify(log)).toContain(id);
  expect(JSON.stringify(log)).not.toContain("Herr Beispiel");
  expect(await story.api.get(`/accounts/${story.accountId}`)).toMatchObject({
    electronicAddress: null,
    buyerReference: null,
    registrationNumber: null,
    registrationScheme: null,
  });
});

test("a contract and a one-off invoice can have their own buyer reference, frozen at issue (BT-10, BT-13, R-PDF-1)", async () => {
  const story = await sold({ terms: { buyerReference: "Department 7", purchaseOrderNumber: "PO-1" } });
  const of = (ubl: string, element: string) => new RegExp(`<cbc:${element}>([^<]*)<`).exec(ubl)?.[1];
  const first = await xml(story, "?profile=peppol");
  expect(of(first, "BuyerReference")).toBe("Department 7");
  expect(/<cac:OrderReference>\s*<cbc:ID>([^<]*)</.exec(first)?.[1]).toBe("PO-1");
  const [issued] = await story.invoices();
  const [contract] = (await story.api.get<{ items: Json[] }>("/subscriptions")).items;
  expect(contract?.["buyerReference"]).toBe("Department 7");
  await story.api.patch(`/subscriptions/${contract?.id}`, { buyerReference: "Department 8" });
  await story.api.patch(`/accounts/${story.accountId}`, { buyerReference: "Whole city" });
  // Invariant 4: issued invoices do not change.
  expect((await story.api.get(`/invoices/${issued?.id}`))["buyerReference"]).toBe("Department 7");
  expect(await xml(story, "?profile=peppol")).toBe(first);
  await story.advanceTo("2026-02-02");
  expect(of(await xml(story, "?profile=peppol", 1), "BuyerReference")).toBe("Department 8");

  const lines = [{ description: "Setup", unitPrice: "49.00" }];
  const draft = await story.api.post("/invoices", {
    accountId: story.accountId,
    lines,
    buyerReference: "Project Blue",
    purchaseOrderNumber: "PO-9",
  });
  expect(draft["buyerReference"]).toBe("Project Blue");
  await story.api.patch(`/invoices/${draft.id}`, { buyerReference: "Project Red" });
  const pdf = await fetch(`${story.environment.url}/invoices/${draft.id}/pdf`, {
    headers: { Authorization: `Bearer ${story.api.token}` },
  });
  const { pages } = readPdf(Buffer.from(await pdf.arrayBuffer()));
  expect(pages.map(({ text }) => text).join(" ")).toContain("Buyer reference Project Red");
  const one = (await story.api.request("POST", `/invoices/${draft.id}/issue`)).body;
  expect([one["buyerReference"], one["purchaseOrderNumber"]]).toEqual(["Project Red", "PO-9"]);
  const written = await story.api.request<string>("GET", `/invoices/${draft.id}/xml?profile=xrechnung`);
  expect(written.body).toContain("<ram:BuyerReference>Project Red</ram:BuyerReference>");

  // Without its own reference it uses the account's, and a note has its invoice's.
  const plain = await story.api.post("/invoices", { accountId: story.accountId, lines, autoIssue: true });
  expect(plain["buyerReference"]).toBe("Whole city");
  const note = await story.api.post("/credit-notes", {
    invoiceId: one.id,
    reason: "Late",
    lines: [{ lineItemId: (one["lineItems"] as Json[])[0]?.id }],
    outcome: "apply",
  });
  const noted = await story.api.request<string>("GET", `/credit-notes/${note.id}/xml?profile=xrechnung`);
  expect(noted.body).toContain("<ram:BuyerReference>Project Red</ram:BuyerReference>");

  // When rebilled, it has the contract's current reference.
  const voided = await story.api.post(`/invoices/${issued?.id}/void`, { reason: "Wrong reference", rebill: true });
  const again = await story.api.request("POST", `/invoices/${String(voided["replacedByInvoiceId"])}/issue`);
  expect(again.body["buyerReference"]).toBe("Department 8");
  expect(await bookDifferences(story)).toEqual([]);
});
