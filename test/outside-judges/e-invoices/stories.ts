import { discount, priceDiscount, scenario, type Story } from "@counterfoil/testkit/scenario";
import type { OrganizationInput } from "@counterfoil/service";
import type { EInvoiceProfile } from "@counterfoil/einvoice";

/** A story, and the rules that exclude its documents from a profile (none if omitted). */
export interface Told {
  readonly settings?: OrganizationInput;
  readonly account?: Record<string, unknown>;
  readonly currency?: string;
  readonly start?: string;
  readonly tell: (story: Story) => Promise<unknown>;
  readonly cannot?: Partial<Record<EInvoiceProfile, readonly string[]>>;
}

/** A German seller with everything that XRechnung and Peppol require. */
const german = {
  name: "Northlight",
  legalName: "Northlight Software GmbH",
  address: { line1: "Torstraße 140", city: "Berlin", postalCode: "10119" },
  country: "DE",
  taxId: "DE 136.695.976",
  registrationNumber: "HRB 181234 B",
  email: "billing@northlight.example",
  bankDetails: "Bank: Berliner Handelsbank\nIBAN: DE89 3704 0044 0532 0130 00\nBIC: COBADEFFXXX",
  taxMode: "table",
  eInvoicing: true,
  electronicAddress: { scheme: "9930", value: "DE136695976" },
  invoiceContact: { name: "Ada Brandt", phone: "+49 30 5550100", email: null },
} satisfies OrganizationInput;

const kunde = {
  name: "Stadt Beispiel",
  billingAddress: { line1: "Rathausplatz 1", city: "Hamburg", postalCode: "20095" },
  taxCountry: "DE",
  electronicAddress: { scheme: "0204", value: "991-33333TEST-33" },
  buyerReference: "991-33333TEST-33",
};
const client = {
  name: "Client SARL",
  billingAddress: { line1: "1 rue de Rivoli", city: "Paris", postalCode: "75001" },
  taxCountry: "FR",
  taxId: "FR40303265045",
  electronicAddress: { scheme: "9957", value: "FR40303265045" },
  buyerReference: "Service 12",
};
const swiss = {
  ...client,
  name: "Kunde AG",
  billingAddress: { line1: "Bahnhofstrasse 1", city: "Zürich", postalCode: "8001" },
  taxCountry: "CH",
  taxId: null,
  electronicAddress: { scheme: "0088", value: "7300010000001" },
};

const manual = { ...german, taxMode: "manual" } satisfies OrganizationInput;
const untaxed = { ...manual, taxId: null } satisfies OrganizationInput;

const rate = (story: Story, members: object) => story.api.post("/tax-rates", { name: "Rate", ...members });
const base = async (story: Story, amount = "100.00") => story.fixed("Base", amount);

/** A month of a fixed price. */
async function sold(story: Story, terms: object = {}, amount = "100.00"): Promise<void> {
  await story.subscribe({ prices: [await base(story, amount)], ...terms });
  await story.advanceTo("2026-01-02");
}

const issue = (story: Story, members: object) =>
  story.api.post("/invoices", { accountId: story.accountId, autoIssue: true, ...members });

async function credited(story: Story, outcome: string, amount?: string): Promise<unknown> {
  const [invoice] = await story.invoices();
  const [first, ...others] = invoice?.lineItems.map(({ id }) => ({ lineItemId: id })) ?? [];
  const lines = amount === undefined ? [first, ...others] : [{ ...first, amount }];
  return story.api.post("/credit-notes", { invoiceId: invoice?.id, reason: "Not delivered", lines, outcome });
}

async function pay(story: Story): Promise<void> {
  const [invoice] = await story.invoices();
  await story.api.post(`/invoices/${invoice?.id}/payments`, { amount: invoice?.total, method: "bank_transfer" });
}

/** A seller of another country with a domestic customer. */
function at(
  country: string,
  settings: OrganizationInput,
  account: Record<string, unknown>,
  percentage: string,
  cannot: Told["cannot"] = {},
): Told {
  const seller = { ...manual, registrationNumber: null, ...settings, country } satisfies OrganizationInput;
  return {
    settings: seller,
    account: { ...kunde, taxCountry: country, ...account },
    tell: async (story) => {
      await rate(story, { percentage });
      await sold(story);
      await credited(story, "apply", "25.00");
    },
    cannot,
  };
}

const street = (line1: string, city: string, postalCode: string) => ({ line1, city, postalCode });
const everywhere = (...rules: string[]) => ({ en16931: rules, peppol: rules, xrechnung: rules });

/** Documents of every kind, by their special feature. */
export const stories: Readonly<Record<string, Told>> = {
  "a fixed price at home": { tell: (story) => sold(story) },
  "a purchase order in place of a buyer reference": {
    account: { ...kunde, buyerReference: null },
    tell: (story) => sold(story, { purchaseOrderNumber: "PO-88412" }),
  },
  "usage in tiers, and a tiny unit price": {
    async tell(story) {
      await story.subscribe({
        prices: [
          await base(story),
          await story.usage("API calls", { unit: "0.000123" }),
          await story.usage("Lookups", { graduated: "0–1000 @0, 1001+ @0.02" }),
          await story.usage("Texts", { tiered: "0–100 @0.10, 101+ @0.05 + 3" }),
        ],
      });
      await story.use("api_calls", 1_234_567, "2026-01-15");
      await story.use("lookups", 1_500, "2026-01-16");
      await story.use("texts", 333, "2026-01-17");
      await story.advanceTo("2026-02-02");
    },
  },
  "percentages of a volume of money": {
    async tell(story) {
      await story.subscribe({
        prices: [await story.usage("Volume", { graduatedPercentage: "0–1000 @2.9, 1001+ @1.4 + 10" })],
      });
      await story.use("volume", "123456.78", "2026-01-15");
      await story.advanceTo("2026-02-02");
    },
  },
  "usage by group": {
    async tell(story) {
      await story.subscribe({ prices: [await story.usage("Calls", { unit: "0.07" }, { groupBy: ["region"] })] });
      await story.use("calls", { quantity: "17", region: "eu" }, "2026-01-15");
      await story.use("calls", { quantity: "4", region: "us" }, "2026-01-16");
      await story.advanceTo("2026-02-02");
    },
  },
  "a discount on everything": { tell: (story) => sold(story, { discount: discount("12.5 %") }) },
  "a discount of more than is charged": { tell: (story) => sold(story, { discount: discount("100 %") }) },
  "a discount on a price": {
    async tell(story) {
      const price = await story.fixed("Base", "99.99", { price: { discount: priceDiscount("33 %") } });
      await story.subscribe({ prices: [price] });
      await story.advanceTo("2026-01-02");
    },
  },
  "a minimum spend": {
    async tell(story) {
      const price = await story.fixed("Small", "30.00", { terms: "arrears" });
      await story.subscribe({ prices: [price], minimumSpend: { amount: "100.00", period: "month" } });
      await story.advanceTo("2026-02-02");
    },
  },
  "a maximum spend": {
    async tell(story) {
      const price = await story.fixed("Large", "300.00", { terms: "arrears" });
      await story.subscribe({ prices: [price], maximumSpend: { amount: "100.00", period: "month" } });
      await story.advanceTo("2026-02-02");
    },
  },
  "two rates": {
    settings: manual,
    async tell(story) {
      const full = await rate(story, { percentage: "19", taxCategory: "a" });
      const reduced = await rate(story, { percentage: "7", taxCategory: "b" });
      const prices = [
        await story.fixed("Software", "68.33", { price: { taxRateIds: [full.id] } }),
        await story.fixed("Books", "13.37", { price: { taxRateIds: [reduced.id] } }),
      ];
      await story.subscribe({ prices, discount: discount("10 %") });
      await story.advanceTo("2026-01-02");
      await credited(story, "account_credit", "1.00");
    },
  },
  exempt: { account: { ...kunde, taxStatus: "exempt" }, tell: (story) => sold(story) },
  "reverse charge": { account: client, tell: (story) => sold(story, { discount: discount("20 %") }) },
  "a consumer abroad": { account: { ...client, taxId: null }, tell: (story) => sold(story) },
  export: { account: swiss, tell: (story) => sold(story) },
  "zero rated": {
    settings: manual,
    async tell(story) {
      await rate(story, { percentage: "0", categoryCode: "Z" });
      await sold(story);
    },
  },
  "goods to another member state": {
    settings: manual,
    account: client,
    async tell(story) {
      await rate(story, {
        percentage: "0",
        categoryCode: "K",
        reasonCode: "VATEX-EU-IC",
        reason: "Intra-community supply",
      });
      await sold(story);
      await credited(story, "apply", "25.00");
    },
  },
  "outside the scope of VAT": {
    settings: manual,
    tell: (story) => sold(story).then(() => credited(story, "apply", "25.00")),
  },
  "a seller without VAT": { settings: untaxed, tell: (story) => sold(story) },
  "prices with their tax inside": {
    settings: manual,
    async tell(story) {
      await rate(story, { percentage: "19", inclusive: true });
      await sold(story, { discount: discount("10 %") }, "119.00");
      await credited(story, "apply", "33.33");
    },
  },
  "unused days and a part of a month": {
    async tell(story) {
      const prices = [await base(story, "30.00"), await story.fixed("Support", "60.00", { terms: "arrears" })];
      const { id } = await story.subscribe({ prices });
      await story.advanceTo("2026-01-16T12:00");
      await story.act(id, "cancel", { effective: "2026-01-16" });
    },
  },
  "an invoice below zero": {
    async tell(story) {
      const [large, small] = [await story.fixed("Large", "300.00"), await story.fixed("Small", "30.00")];
      const { id } = await story.subscribe({ prices: [large] });
      await story.advanceTo("2026-01-02");
      await pay(story);
      await story.advanceTo("2026-01-16T12:00");
      await story.replace(id, large, small);
    },
  },
  "converted from dollars": {
    async tell(story) {
      const terms = {
        currency: "EUR",
        sourceCurrency: "USD",
        conversionRate: "0.92",
        conversionRateDate: "2025-12-28",
      };
      const usd = await story.fixed("Base", "19.99", { price: { currency: "USD" } });
      await story.subscribe({ prices: [usd], ...terms });
      await story.advanceTo("2026-01-02");
    },
  },
  "a credit note of everything": { tell: (story) => sold(story).then(() => credited(story, "apply")) },
  "two credit notes of parts": {
    async tell(story) {
      await sold(story, {}, "33.33");
      await credited(story, "apply", "11.11");
      await credited(story, "account_credit");
    },
  },
  "a credit note with a discount": {
    tell: (story) => sold(story, { discount: discount("20 %") }).then(() => credited(story, "apply")),
  },
  "a refund": {
    async tell(story) {
      await sold(story);
      await pay(story);
      await credited(story, "refund");
    },
  },
  "partly paid by prepaid credit": {
    async tell(story) {
      await story.api.post(`/accounts/${story.accountId}/credit-grants`, { amount: "20", currency: "EUR" });
      await sold(story);
    },
  },
  "paid by credit, so that nothing is due": {
    async tell(story) {
      await story.api.post(`/accounts/${story.accountId}/credit-grants`, { amount: "500", currency: "EUR" });
      await sold(story);
    },
  },
  "nothing to pay": { tell: (story) => sold(story, {}, "0.00") },
  "due at once": { tell: (story) => sold(story, { invoicePaymentTerms: "on_issue" }) },
  "due on no day": { tell: (story) => sold(story, { invoicePaymentTerms: "indefinite" }) },
  "lines that somebody wrote": {
    async tell(story) {
      await issue(story, {
        memo: 'Thank you <&> "quoted"',
        footer: "Sitz der Gesellschaft: Berlin",
        purchaseOrderNumber: "PO-77",
        lineItems: [
          { description: "Workshop", quantity: "2", unitPrice: "750.00", unitLabel: "day" },
          { description: "Travel", unitPrice: "123.455" },
          {
            description: "Data import",
            quantity: "1500",
            unitPrice: "0.0033",
            servicePeriod: { start: "2025-12-01", end: "2026-01-01" },
          },
          { description: "Goodwill", unitPrice: "-50" },
        ],
      });
    },
  },
  "text in Arabic": {
    account: { ...kunde, name: "شركة الميناء ذ.م.م" },
    async tell(story) {
      await issue(story, { lineItems: [{ description: "خطة الفريق (5 مقاعد)", unitPrice: "49.00" }] });
    },
  },
  "sixty lines with cents to round": {
    async tell(story) {
      const lineItems = Array.from({ length: 60 }, (_, at) => ({
        description: `Item ${at + 1}`,
        quantity: String(at + 1),
        unitPrice: "0.335",
      }));
      await issue(story, { lineItems });
    },
  },
  "yen, which have no decimals": {
    currency: "JPY",
    account: swiss,
    async tell(story) {
      await story.subscribe({ prices: [await base(story, "19.99"), await story.usage("Calls", { unit: "0.123" })] });
      await story.use("calls", 1_237, "2026-01-15");
      await story.advanceTo("2026-02-02");
    },
  },
  "Swiss francs": { currency: "CHF", account: swiss, tell: (story) => sold(story) },
  "without an account to pay to": {
    settings: { ...german, bankDetails: null },
    tell: (story) => sold(story).then(() => credited(story, "apply", "25.00")),
  },
  "a quarter in advance and usage by the month": {
    async tell(story) {
      const prices = [
        await story.fixed("Base", "300.00", { every: "quarterly" }),
        await story.usage("Calls", { unit: "0.07" }),
      ];
      await story.subscribe({ prices });
      for (const day of ["2026-01-15", "2026-02-15", "2026-03-15"]) await story.use("calls", 100, day);
      await story.advanceTo("2026-04-02");
    },
  },
  "a year": {
    async tell(story) {
      await story.subscribe({ prices: [await story.fixed("Base", "1200.00", { every: "yearly" })] });
      await story.advanceTo("2026-01-02");
    },
  },
  "a French seller with SIREN and the notes of French law": {
    settings: {
      ...german,
      name: "Lumière SAS",
      legalName: null,
      country: "FR",
      address: street("10 rue de la Paix", "Paris", "75002"),
      taxId: "FR44732829320",
      registrationNumber: "732829320",
      registrationScheme: "0002",
      electronicAddress: { scheme: "0225", value: "732829320" },
      invoiceNotes: [
        { subjectCode: "PMD", text: "En cas de retard de paiement, pénalités de trois fois le taux d'intérêt légal." },
        { subjectCode: "PMT", text: "Indemnité forfaitaire pour frais de recouvrement : 40 €." },
        { subjectCode: "AAB", text: "Pas d'escompte pour paiement anticipé." },
      ],
    },
    account: { ...client, registrationNumber: "303265045", registrationScheme: "0002" },
    async tell(story) {
      await sold(story);
      await credited(story, "apply", "25.00");
    },
  },
  "a Belgian seller": at(
    "BE",
    {
      taxId: "BE0202239951",
      address: street("Koning Albert II-laan 27", "Brussel", "1030"),
      registrationNumber: "0202239951",
      registrationScheme: "0208",
      electronicAddress: { scheme: "0208", value: "0202239951" },
    },
    {
      billingAddress: street("Meir 1", "Antwerpen", "2000"),
      electronicAddress: { scheme: "0208", value: "0202239951" },
    },
    "21",
  ),
  "a Dutch seller": at(
    "NL",
    {
      taxId: "NL123456789B01",
      address: street("Damrak 1", "Amsterdam", "1012 LG"),
      registrationNumber: "12345678",
      registrationScheme: "0106",
      electronicAddress: { scheme: "0106", value: "12345678" },
    },
    {
      billingAddress: street("Coolsingel 1", "Rotterdam", "3011 AD"),
      registrationNumber: "87654321",
      registrationScheme: "0106",
      electronicAddress: { scheme: "9944", value: "NL123456789B12" },
    },
    "21",
  ),
  "a Danish seller": at(
    "DK",
    {
      taxId: "DK13585628",
      address: street("Vestergade 1", "København", "1456"),
      registrationNumber: "13585628",
      registrationScheme: "0184",
      electronicAddress: { scheme: "0184", value: "13585628" },
    },
    {
      taxId: "12345",
      billingAddress: street("Nørregade 1", "Aarhus", "8000"),
      registrationNumber: "87654321",
      registrationScheme: "0184",
      electronicAddress: { scheme: "0184", value: "87654321" },
    },
    "25",
  ),
  "a Swedish seller": at(
    "SE",
    {
      taxId: "SE556036079301",
      address: street("Drottninggatan 1", "Stockholm", "111 51"),
      registrationNumber: "5560360793",
      registrationScheme: "0007",
      electronicAddress: { scheme: "0007", value: "5560360793" },
    },
    {
      billingAddress: street("Avenyn 1", "Göteborg", "411 36"),
      electronicAddress: { scheme: "0007", value: "5560360793" },
    },
    "25",
  ),
  "a Norwegian seller": at(
    "NO",
    {
      taxId: "NO923609016MVA",
      address: street("Karl Johans gate 1", "Oslo", "0154"),
      registrationNumber: "923609016",
      registrationScheme: "0192",
      electronicAddress: { scheme: "0192", value: "923609016" },
    },
    {
      billingAddress: street("Bryggen 1", "Bergen", "5003"),
      electronicAddress: { scheme: "0192", value: "923609016" },
    },
    "25",
  ),
  "an Italian seller": at(
    "IT",
    {
      taxId: "IT12345670017",
      address: street("Via Roma 1", "Torino", "10121"),
      electronicAddress: { scheme: "0211", value: "IT12345670017" },
    },
    {
      billingAddress: street("Via Toledo 1", "Napoli", "80134"),
      electronicAddress: { scheme: "0211", value: "IT12345670017" },
    },
    "22",
  ),
  "an Icelandic seller": at(
    "IS",
    {
      taxId: "IS12345",
      address: street("Laugavegur 1", "Reykjavík", "101"),
      registrationNumber: "4910081010",
      registrationScheme: "0196",
      electronicAddress: { scheme: "0196", value: "4910081010" },
    },
    {
      billingAddress: street("Hafnarstræti 1", "Akureyri", "600"),
      registrationNumber: "4910081010",
      registrationScheme: "0196",
      electronicAddress: { scheme: "0196", value: "4910081010" },
    },
    "24",
  ),
  // Documents that cannot be written, with the rule that refuses them.
  "no ids at all": {
    settings: { ...german, electronicAddress: null, invoiceContact: null },
    account: { ...kunde, electronicAddress: null, buyerReference: null },
    tell: (story) => sold(story),
    cannot: {
      peppol: [
        "DE-R-005",
        "DE-R-006",
        "DE-R-015",
        "PEPPOL-EN16931-CL008",
        "PEPPOL-EN16931-R003",
        "PEPPOL-EN16931-R010",
      ],
      xrechnung: ["BR-DE-15", "BR-DE-5", "BR-DE-6", "PEPPOL-EN16931-R010"],
    },
  },
  "a Greek seller, whose invoices the tax office numbers": at(
    "GR",
    {
      taxId: "EL123456783",
      address: street("Ermou 1", "Athina", "10563"),
      electronicAddress: { scheme: "9933", value: "123456783" },
    },
    {
      billingAddress: street("Egnatia 1", "Thessaloniki", "54630"),
      electronicAddress: { scheme: "9933", value: "123456783" },
    },
    "24",
    { peppol: ["GR-R-004-1"] },
  ),
  "a currency of three decimals": {
    currency: "KWD",
    account: swiss,
    tell: (story) => sold(story, {}, "100.125"),
    cannot: everywhere("BR-DEC-09", "BR-DEC-12", "BR-DEC-14", "BR-DEC-18", "BR-DEC-19", "BR-DEC-23"),
  },
  "several taxes on one line": {
    settings: {
      ...manual,
      country: "US",
      taxId: "12-3456789",
      address: street("1 Market St", "San Francisco", "94105"),
    },
    account: { ...swiss, taxCountry: "US", billingAddress: street("1 Main St", "Oakland", "94601") },
    async tell(story) {
      const state = await rate(story, { name: "State", percentage: "6" });
      const city = await rate(story, { name: "City", percentage: "2.5" });
      const price = await story.fixed("Base", "100.00", { price: { taxRateIds: [state.id, city.id] } });
      await story.subscribe({ prices: [price] });
      await story.advanceTo("2026-01-02");
    },
    cannot: everywhere("BR-16", "BR-CO-04", "BR-CO-15", "BR-S-01", "BR-S-08"),
  },
};

export function begin({
  settings = german,
  account = kunde,
  currency = "EUR",
  start = "2026-01-01",
}: Told): Promise<Story> {
  return scenario({ start, currency, settings, account });
}
