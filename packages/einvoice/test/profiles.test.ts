import { expect, test } from "vitest";
import {
  checkProfile,
  E_INVOICE_PROFILES,
  type EInvoiceProfile,
  type ElectronicInvoice,
  inProfile,
  type Payment,
  PROFILE_RULES,
  writeCii,
  writeUbl,
} from "../src/index.ts";
import { allowance, buyer, decimal, invoiceOf, line, noReferences, seller } from "./samples/build.ts";
import { samples } from "./samples/index.ts";
import { checkCiiSchema, checkUblSchema } from "./schemas/read-schemas.ts";

type Change = (invoice: ElectronicInvoice) => ElectronicInvoice;

const transfer: Payment = {
  meansCode: "58",
  meansText: null,
  remittance: null,
  transfers: [{ account: "DE89370400440532013000", name: null, provider: "COBADEFFXXX" }],
  card: null,
  directDebit: null,
};
const member =
  <Name extends "seller" | "buyer">(name: Name, members: Partial<ElectronicInvoice[Name]>): Change =>
  (invoice) => ({ ...invoice, [name]: { ...invoice[name], ...members } });
const onSeller = (members: Partial<ElectronicInvoice["seller"]>) => member("seller", members);
const onBuyer = (members: Partial<ElectronicInvoice["buyer"]>) => member("buyer", members);
const set =
  (members: Partial<ElectronicInvoice>): Change =>
  (invoice) => ({ ...invoice, ...members });
const without =
  (side: "seller" | "buyer", name: "line1" | "city" | "postalCode"): Change =>
  (invoice) => ({ ...invoice, [side]: { ...invoice[side], address: { ...invoice[side].address!, [name]: null } } });
const contact = (name: "name" | "telephone" | "email") => onSeller({ contact: { ...seller.contact!, [name]: null } });

/** A valid invoice between two parties of a country, with everything that its national rules require. */
function within(country: string, members: { seller?: object; buyer?: object; rate?: string } = {}): ElectronicInvoice {
  return invoiceOf({
    lines: [line("1", "1", "100.00", "100.00", members.rate ?? "S 19")],
    seller: {
      ...seller,
      electronicAddress: { id: "7300010000001", scheme: "0088" },
      address: { ...seller.address!, country },
      ...members.seller,
    },
    buyer: {
      ...buyer,
      electronicAddress: { id: "7300010000001", scheme: "0088" },
      address: { ...buyer.address!, country },
      ...members.buyer,
    },
    buyerReference: "991-33333TEST-33",
    payment: transfer,
  });
}

const registered = (scheme: string, id = "12345678") => ({ registration: { id, scheme } });
const german = within("DE");
const french = within("FR");
const danish = within("DK", { seller: registered("0184"), buyer: registered("0184") });
const dutch = within("NL", { seller: registered("0106"), buyer: registered("0190", "12345678901234567890") });
const swedish = within("SE", {
  seller: { vatIdentifier: "SE556036079301", registration: { id: "5560360793", scheme: "0007" } },
  rate: "S 25",
});
const norwegian = within("NO", { seller: { vatIdentifier: "NO923609016MVA" }, rate: "S 25" });
const italian = within("IT", { seller: { taxRegistration: "12345670017" } });
const icelandic = within("IS", { seller: registered("0196"), buyer: registered("0196") });
const reverse = within("FR", { rate: "AE 0" });

const coded =
  (exemptionReasonCode: string): Change =>
  (invoice) => ({
    ...invoice,
    vatBreakdown: invoice.vatBreakdown.map((one) => ({ ...one, exemptionReasonCode })),
  });
/** The category S of `from` requires no reason. The rule rejects the code in any category. */
const misplaced = (rule: string, code: string): [string, Break] => [
  rule,
  {
    profile: "peppol",
    from: code === "VATEX-EU-AE" ? within("FR", { rate: "E 0" }) : reverse,
    change: coded(code),
    path: "/vatBreakdown/0/category",
  },
];

interface Break {
  readonly profile: EInvoiceProfile;
  readonly from: ElectronicInvoice;
  readonly change: Change;
  readonly path: string;
  /** Rules of the profile with the same requirement. */
  readonly also?: readonly string[];
}

const peppol = (from: ElectronicInvoice, change: Change, path: string, ...also: string[]): Break => ({
  profile: "peppol",
  from,
  change,
  path,
  also,
});
const xrechnung = (change: Change, path: string): Break => ({ profile: "xrechnung", from: german, change, path });
const unpaid = set({ payment: null });

const BREAKS: readonly (readonly [string, Break])[] = [
  ["BR-DE-15", xrechnung(set({ buyerReference: null }), "/buyerReference")],
  ["BR-DE-5", xrechnung(contact("name"), "/seller/contact/name")],
  ["BR-DE-6", xrechnung(contact("telephone"), "/seller/contact/telephone")],
  ["BR-DE-7", xrechnung(contact("email"), "/seller/contact/email")],
  ["BR-DE-3", xrechnung(without("seller", "city"), "/seller/address/city")],
  ["BR-DE-4", xrechnung(without("seller", "postalCode"), "/seller/address/postalCode")],
  ["BR-DE-8", xrechnung(without("buyer", "city"), "/buyer/address/city")],
  ["BR-DE-9", xrechnung(without("buyer", "postalCode"), "/buyer/address/postalCode")],
  ["PEPPOL-EN16931-R020", xrechnung(onSeller({ electronicAddress: null }), "/seller/electronicAddress")],
  ["PEPPOL-EN16931-R010", xrechnung(onBuyer({ electronicAddress: null }), "/buyer/electronicAddress")],
  ["PEPPOL-EN16931-R003", peppol(french, set({ buyerReference: null }), "/buyerReference")],
  ["PEPPOL-EN16931-R020", peppol(french, onSeller({ electronicAddress: null }), "/seller/electronicAddress")],
  ["PEPPOL-EN16931-R010", peppol(french, onBuyer({ electronicAddress: null }), "/buyer/electronicAddress")],
  [
    "PEPPOL-EN16931-CL008",
    peppol(
      french,
      onSeller({ electronicAddress: { id: "a@b.example", scheme: "EM" } }),
      "/seller/electronicAddress/scheme",
    ),
  ],
  misplaced("PEPPOL-EN16931-P0104", "VATEX-EU-G"),
  misplaced("PEPPOL-EN16931-P0105", "VATEX-EU-O"),
  misplaced("PEPPOL-EN16931-P0106", "VATEX-EU-IC"),
  misplaced("PEPPOL-EN16931-P0107", "VATEX-EU-AE"),
  misplaced("PEPPOL-EN16931-P0108", "VATEX-EU-D"),
  misplaced("PEPPOL-EN16931-P0109", "VATEX-EU-F"),
  misplaced("PEPPOL-EN16931-P0110", "VATEX-EU-I"),
  misplaced("PEPPOL-EN16931-P0111", "VATEX-EU-J"),
  ["DE-R-015", peppol(german, set({ buyerReference: null }), "/buyerReference", "PEPPOL-EN16931-R003")],
  ["DE-R-005", peppol(german, contact("name"), "/seller/contact/name")],
  ["DE-R-006", peppol(german, contact("telephone"), "/seller/contact/telephone")],
  ["DE-R-007", peppol(german, contact("email"), "/seller/contact/email")],
  ["DE-R-003", peppol(german, without("seller", "city"), "/seller/address/city")],
  ["DE-R-004", peppol(german, without("seller", "postalCode"), "/seller/address/postalCode")],
  ["DE-R-008", peppol(german, without("buyer", "city"), "/buyer/address/city")],
  ["DE-R-009", peppol(german, without("buyer", "postalCode"), "/buyer/address/postalCode")],
  ["DK-R-014", peppol(danish, onSeller({ registration: null }), "/seller/registration/scheme")],
  ["DK-R-017", peppol(danish, onBuyer(registered("0088")), "/buyer/registration/scheme")],
  [
    "DK-R-006",
    peppol(
      danish,
      set({ payment: { ...transfer, meansCode: "30", transfers: [{ account: "1", name: null, provider: null }] } }),
      "/payment/transfers/0/provider",
    ),
  ],
  ["NL-R-002", peppol(dutch, without("seller", "line1"), "/seller/address/line1")],
  ["NL-R-004", peppol(dutch, without("buyer", "city"), "/buyer/address/city")],
  ["NL-R-003", peppol(dutch, onSeller(registered("0088")), "/seller/registration/scheme")],
  ["NL-R-005", peppol(dutch, onBuyer(registered("0088")), "/buyer/registration/scheme")],
  ["NL-R-007", peppol(dutch, unpaid, "/payment/transfers")],
  ["SE-R-001", peppol(swedish, onSeller({ vatIdentifier: "SE5560360793" }), "/seller/vatIdentifier")],
  ["SE-R-004", peppol(swedish, onSeller(registered("0007", "5560360794")), "/seller/registration")],
  ["SE-R-006", peppol(within("SE", { seller: swedish.seller }), (same) => same, "/vatBreakdown/0/rate")],
  ["NO-R-001", peppol(norwegian, onSeller({ vatIdentifier: "NO923609016" }), "/seller/vatIdentifier")],
  ["IT-R-001", peppol(italian, onSeller({ taxRegistration: "123" }), "/seller/taxRegistration")],
  ["IT-R-002", peppol(italian, without("seller", "line1"), "/seller/address/line1")],
  ["IT-R-003", peppol(italian, without("seller", "city"), "/seller/address/city")],
  ["IT-R-004", peppol(italian, without("seller", "postalCode"), "/seller/address/postalCode")],
  ["IS-R-002", peppol(icelandic, onSeller({ registration: null }), "/seller/registration/scheme")],
  ["IS-R-004", peppol(icelandic, onBuyer({ registration: null }), "/buyer/registration/scheme")],
  ["IS-R-003", peppol(icelandic, without("seller", "line1"), "/seller/address/line1")],
  ["IS-R-005", peppol(icelandic, without("buyer", "postalCode"), "/buyer/address/postalCode")],
  ["GR-R-004-1", peppol(within("GR"), (same) => same, "/supportingDocuments")],
];

const broken = (invoice: ElectronicInvoice, profile: EInvoiceProfile) =>
  checkProfile(inProfile(invoice, profile), profile);

test("every rule of a profile has an invoice that breaks it", () => {
  const covered = new Set(BREAKS.map(([rule, { profile }]) => `${profile} ${rule}`));
  const rules = E_INVOICE_PROFILES.flatMap((profile) => PROFILE_RULES[profile].map(({ id }) => `${profile} ${id}`));
  expect([...covered].toSorted()).toEqual([...new Set(rules)].toSorted());
});

test.each(BREAKS)("an invoice that breaks %s and nothing else", (rule, { profile, from, change, path, also = [] }) => {
  const found = broken(change(from), profile);
  expect(found.map((one) => one.rule).toSorted()).toEqual([rule, ...also].toSorted());
  expect(found.find((one) => one.rule === rule)).toMatchObject({ path, message: expect.stringMatching(/^\S.*\.$/) });
});

test.each([
  ["German", german],
  ["French", french],
  ["reverse charge", reverse],
  ["Danish", danish],
  ["Dutch", dutch],
  ["Swedish", swedish],
  ["Norwegian", norwegian],
  ["Italian", italian],
  ["Icelandic", icelandic],
])("a valid %s invoice is valid in every profile and in both syntaxes", (_, invoice) => {
  for (const profile of E_INVOICE_PROFILES) {
    expect(broken(invoice, profile)).toEqual([]);
    const written = inProfile(invoice, profile);
    expect([checkCiiSchema(writeCii(written)), checkUblSchema(writeUbl(written))]).toEqual([null, null]);
  }
});

test.each(Object.entries(samples))("an invoice with %s is valid against the schemas in every profile", (_, invoice) => {
  for (const profile of ["peppol", "xrechnung"] as const) {
    const written = inProfile(invoice, profile);
    expect([checkCiiSchema(writeCii(written)), checkUblSchema(writeUbl(written))]).toEqual([null, null]);
  }
});

test("the profile of the standard changes nothing", () => {
  const invoice = samples["every term of the standard"]!;
  expect(inProfile(invoice, "en16931")).toBe(invoice);
});

test("a profile names itself and its process, and uses the purchase order if there is no buyer reference", () => {
  const ordered = { ...german, buyerReference: null, references: { ...noReferences, purchaseOrder: "PO-7" } };
  expect(inProfile(ordered, "peppol")).toMatchObject({
    specification: "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0",
    process: "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0",
    buyerReference: "PO-7",
  });
  expect(inProfile(ordered, "xrechnung").specification).toBe(
    "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0",
  );
  expect(inProfile({ ...ordered, buyerReference: "A" }, "xrechnung").buyerReference).toBe("A");
});

test("a document without an account states how it is settled: a credit note and a zero invoice by clearing", () => {
  const means = (invoice: ElectronicInvoice) => inProfile(invoice, "xrechnung").payment?.meansCode;
  expect(means(german)).toBe("58");
  expect(means({ ...german, payment: null })).toBe("1");
  expect(means({ ...german, payment: null, typeCode: "381" })).toBe("97");
  expect(means({ ...german, payment: null, totals: { ...german.totals, due: decimal("0") } })).toBe("97");
});

test("outside the scope of VAT the breakdown has a rate of zero where German rules require a rate", () => {
  const outside = { lines: [line("1", "1", "49.00", "49.00", "O")] };
  const rates = (invoice: ElectronicInvoice, profile: EInvoiceProfile) =>
    inProfile(invoice, profile).vatBreakdown.map(({ rate }) => rate?.toString() ?? null);
  expect(rates({ ...german, ...invoiceOf(outside), seller: german.seller, buyer: german.buyer }, "xrechnung")).toEqual([
    "0",
  ]);
  expect(rates({ ...invoiceOf(outside), seller: german.seller, buyer: german.buyer }, "peppol")).toEqual(["0"]);
  expect(rates({ ...invoiceOf(outside), seller: french.seller, buyer: french.buyer }, "peppol")).toEqual([null]);
});

test("the period of the document spans those of its lines", () => {
  const lines = [
    { ...line("1", "1", "1.00", "1.00", "S 19"), period: { start: "2026-02-01", end: "2026-04-30" } },
    { ...line("2", "1", "1.00", "1.00", "S 19"), period: { start: "2026-01-01", end: null } },
    line("3", "1", "1.00", "1.00", "S 19"),
  ];
  const period = { start: "2026-02-01", end: "2026-02-28" };
  expect(inProfile(invoiceOf({ lines, period }), "peppol").period).toEqual({ start: "2026-01-01", end: "2026-04-30" });
  expect(inProfile(invoiceOf({ lines }), "peppol").period).toBeNull();
  const open = invoiceOf({ lines: [line("1", "1", "1.00", "1.00", "S 19")], period: { start: null, end: null } });
  expect(inProfile(open, "peppol").period).toEqual({ start: null, end: null });
});

test("a line rounded by more than a profile tolerates has the quantity 1 and the whole amount", () => {
  const [given, taken, exact] = inProfile(
    invoiceOf({
      currency: "JPY",
      lines: [
        line("1", "1234567", "0.000123", "152", "S 19"), // 151.851741
        line("2", "-3", "0.5", "-2", "S 19"),
        line("3", "1", "19.99", "19.99", "S 19"),
      ],
    }),
    "peppol",
  ).lines;
  const written = (one: typeof given) => [one?.quantity.toString(), one?.price.net.toString(), one?.item.description];
  expect(written(given)).toEqual(["1", "152", "1234567 × 0.000123"]);
  expect(written(taken)).toEqual(["-1", "2", "-3 × 0.5"]);
  expect(written(exact)).toEqual(["1", "19.99", null]);
  const described = { ...line("1", "3", "0.5", "2", "S 19") };
  const told = { ...described, item: { ...described.item, description: "Calls" } };
  expect(inProfile(invoiceOf({ lines: [told] }), "peppol").lines[0]?.item.description).toBe("Calls");
  const reduced = { ...line("1", "1", "10.00", "9.00", "S 19"), allowances: [allowance("1.00", "Volume")] };
  expect(inProfile(invoiceOf({ lines: [reduced] }), "peppol").lines).toEqual([reduced]);
});

test("Peppol has one note, unless both sides are German", () => {
  const notes = [
    { subject: "PMD", text: "A" },
    { subject: null, text: "B" },
  ];
  expect(inProfile({ ...german, notes }, "peppol").notes).toEqual(notes);
  expect(inProfile({ ...french, notes }, "peppol").notes).toEqual([{ subject: null, text: "A\nB" }]);
  expect(inProfile({ ...french, notes: notes.slice(0, 1) }, "peppol").notes).toEqual(notes.slice(0, 1));
  expect(inProfile({ ...french, notes }, "xrechnung").notes).toEqual(notes);
});

test("a Danish seller's transfer has the code 31, and numbers without a scheme are left out", () => {
  const plain = { id: "1", scheme: null };
  const coded = { id: "7300010000001", scheme: "0088" };
  const written = (identifier: typeof plain | typeof coded) =>
    inProfile(
      {
        ...danish,
        payment: { ...transfer, meansCode: "30" },
        seller: { ...danish.seller, identifiers: [plain, coded] },
        buyer: { ...danish.buyer, identifier },
      },
      "peppol",
    );
  expect(written(plain).payment?.meansCode).toBe("31");
  expect(written(plain).seller.identifiers).toEqual([coded]);
  expect([written(plain).buyer.identifier, written(coded).buyer.identifier]).toEqual([null, coded]);
  expect(inProfile(danish, "peppol").payment?.meansCode).toBe("58");
});

test("a Dutch seller's credit note and zero invoice name no means of payment", () => {
  const note = { ...dutch, payment: null, typeCode: "381" };
  const nothing = { ...dutch, payment: null, totals: { ...dutch.totals, due: decimal("0") } };
  for (const one of [note, nothing]) {
    expect(inProfile(one, "peppol").payment).toBeNull();
    expect(broken(one, "peppol").map(({ rule }) => rule)).not.toContain("NL-R-007");
  }
});

test("a country's rules for its sellers do not apply to other sellers or to missing values", () => {
  const bare = { registration: null, vatIdentifier: null, taxRegistration: "12345678901" };
  const rules = (invoice: ElectronicInvoice) => broken(invoice, "peppol").map(({ rule }) => rule);
  for (const country of ["SE", "NO", "IT", "NL"]) {
    const found = rules(within(country, { seller: { ...bare, identifiers: [{ id: "1", scheme: null }] } }));
    expect(found.filter((rule) => /-R-00[13]$/.test(rule))).toEqual([]);
  }
  expect(rules(within("DK", { seller: registered("0184") }))).toEqual([]);
  expect(rules(within("NL", { seller: registered("0106") }))).toEqual([]);
  const nowhere = { ...german, buyer: { ...german.buyer, address: null } };
  expect(rules(nowhere)).toEqual(["BR-10"]);
  expect(rules({ ...nowhere, seller: { ...german.seller, address: null } })).toEqual(["BR-08", "BR-10"]);
  const unrated = swedish.vatBreakdown.map((one) => ({ ...one, rate: null }));
  expect(rules({ ...swedish, vatBreakdown: unrated })).toEqual(expect.arrayContaining(["BR-48", "SE-R-006"]));
});
