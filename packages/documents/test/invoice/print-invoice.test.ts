import { afterAll, beforeAll, expect, test } from "vitest";
import { createDocumentRenderer, type DocumentRenderer, type InvoiceDocument } from "../../src/index.ts";
import { readPdf, type ReadPdf } from "../read-pdf.ts";
import { arabic, draft, japanese, long, manyTaxes, paid, payable, short, usageByDay } from "../samples/index.ts";

let renderer: DocumentRenderer;
beforeAll(() => {
  renderer = createDocumentRenderer();
});
afterAll(() => renderer.close());

async function print(document: InvoiceDocument): Promise<ReadPdf> {
  return readPdf(await renderer.renderInvoice(document));
}

test("prints the number, both parties, every line, every sum and how to pay (R-INV-1, R-PDF-1)", async () => {
  const { pages } = await print(short);
  expect(pages).toHaveLength(1);
  const text = pages[0]?.text;
  for (const printed of [
    "Amount due €291.55 Due 15 Feb 2024 Payable within 14 days",
    "From Northlight Software GmbH Torstraße 140 10119 Berlin Germany VAT ID DE298765432",
    "Bill to Harbour & Pine Ltd 14 Quayside Bristol BS1 6AA United Kingdom VAT ID GB123456789",
    "Invoice number NL-2024-0042 Issue date 1 Feb 2024",
    "Purchase order PO-88412",
    "Description Quantity Unit price Amount (EUR)",
    "12,500 calls, 10,000 included 2,500 0.03 75.00",
    "Launch discount first three months −25.00",
    "IBAN DE89 3704 0044 0532 0130 00",
    "Reference NL-2024-0042",
    "Subtotal 245.00 VAT 19%  on 245.00 46.55 Total 291.55 Amount due €291.55",
    "Memo Thank you for building with Northlight.",
    "Invoice NL-2024-0042 · Page 1 of 1",
  ]) {
    expect(text).toContain(printed);
  }
});

test("prints the unit and tax rates of lines, and the delivery date (R-PDF-1)", async () => {
  const { pages } = await print(payable);
  expect(pages[0]?.text).toContain("Description Quantity Unit Unit price VAT Amount (EUR)");
  expect(pages[0]?.text).toContain("5 seats 39.00 19% 195.00");
  expect(pages[0]?.text).toContain("Delivery date 31 Jan 2024");
});

test("prints each rate of a line with several taxes, and a dash if no tax is charged", async () => {
  const [first, second, third] = short.lines;
  if (first === undefined || second === undefined || third === undefined) throw new Error("a line is missing");
  const taxes = [
    { name: "GST", rate: "5", base: "245.00", amount: "12.25" },
    { name: "QST", rate: "9.975", base: "195.00", amount: "19.45" },
    { name: "Exempt", rate: null, base: "75.00", amount: "0.00" },
  ];
  const lines = [
    { ...first, taxRates: [["5", "9.975"]] },
    { ...second, taxRates: [["5"], [null]] },
    { ...third, taxRates: [["5"], ["5"]] },
  ];
  const { pages } = await print({ ...short, taxes, lines });
  expect(pages[0]?.text).toContain("Quantity Unit price Tax Amount (EUR)");
  expect(pages[0]?.text).toContain("39.00 5% + 9.975% 195.00");
  expect(pages[0]?.text).toContain("0.03 5% / – 75.00");
  expect(pages[0]?.text).toContain("first three months 5% −25.00");
});

test("prints the link to the invoice's page with its expiry date", async () => {
  const { pages, structure } = await print(payable);
  expect(pages[0]?.text).toContain("The link works until 15 May 2024.");
  expect(structure).toContain("/URI (https://billing.northlight.example/invoice/Jw1nSx3QbqkQkz2nUQ1o0y8y5m3X2c0a)");
});

const named = (name: string): InvoiceDocument => ({
  ...manyTaxes,
  taxes: manyTaxes.taxes.slice(0, 20).map((tax, index) => ({ ...tax, name: `${index + 1}. ${name}` })),
});

test.each([
  ["45 taxes", manyTaxes],
  ["20 taxes with names of many lines", named("Surcharge of the regional transport authority ".repeat(4).trim())],
] as const)("prints an invoice with %s and the amount due within its pages, in every layout", async (_, invoice) => {
  for (const layout of ["modern", "classic", "compact"] as const) {
    const { pages } = await print({ ...invoice, look: { ...invoice.look, layout } });
    const text = pages.map((page) => page.text).join(" ");
    for (const tax of invoice.taxes) expect(text).toContain(tax.amount);
    expect(text).toContain("Total 291.55 Amount due €291.55");
    // A4 is 842 points high. Text that is cut off would be below it.
    const heights = pages.flatMap(({ placed }) => placed.map(({ y }) => y));
    expect(Math.min(...heights)).toBeGreaterThan(20);
    expect(Math.max(...heights)).toBeLessThan(842);
  }
});

test("prints the last day of a half-open period: [2024-01-01, 2024-02-01) ends on 31 January", async () => {
  const { pages } = await print(short);
  expect(pages[0]?.text).toMatch(/Billing period 1\s–\s31 Jan 2024/);
});

test("repeats the headings and the continued group on every page, and numbers the pages", async () => {
  const { pages } = await print(long);
  expect(pages).toHaveLength(6);
  pages.forEach(({ text }, index) => {
    expect(text).toContain("Quantity Unit price Amount (USD)");
    expect(text).toContain(`Invoice NL-2024-0107 · Page ${index + 1} of 6`);
  });
  expect(pages[1]?.text).toMatch(/Amount \(USD\) Platform /); // 13 of its 15 lines are on the first page.
  expect(pages[5]?.text).toMatch(/Amount \(USD\) Storage by region /);
});

test("usage by day repeats its line and headings over columns and pages, and states what is left out (R-PDF-1)", async () => {
  const { pages } = await print(usageByDay);
  // Twelve groups of 31 days, in two columns.
  expect(pages).toHaveLength(5);
  expect(pages[1]?.text).toContain("Usage by day Day Quantity API calls (region: eu-central-1)");
  // 40 + 77 + … + 1,150 = 31 × (40 + 1,150) ÷ 2
  expect(pages[1]?.text).toContain("31 Jan 2024 1,150 Measured over the period 18,445");
  pages.slice(1).forEach(({ text }) => expect(text.match(/Day Quantity API calls \(region: /g)).toHaveLength(2));
  expect(pages[4]?.text).toContain("22 Jan 2024 828 Days not listed: 9 Measured over the period");
});

test("prints a tax summary for several taxes, and deducts credits and payments", async () => {
  const text = (await print(long)).pages[3]?.text;
  expect(text).toContain(
    "Tax summary Tax Rate Taxable amount Tax amount California sales tax 8.875% 12,040.00 1,068.55",
  );
  expect(text).toContain("Total 19,692.02 Credits applied −500.00 Amount paid −1,000.00 Amount due $18,192.02");
});

test("a draft has no number and shows DRAFT next to its heading and across each page (R-PDF-1)", async () => {
  const document = { ...long, number: null, status: "draft", issueDate: null } as const;
  const { pages } = await print(document);
  for (const { text } of pages) expect(text).toContain("DRAFT");
  expect(pages[0]?.text.match(/DRAFT/g)).toHaveLength(2);
  expect(pages.map(({ text }) => text).join()).not.toContain("NL-2024");
  expect((await print(draft)).pages[0]?.text).toContain("ENTWURF");
});

test("prints a watermark on a void invoice, and only a badge next to the heading of a paid one", async () => {
  const crossed = (await print({ ...short, status: "void" })).pages[0]?.text;
  expect(crossed?.match(/VOID/g)).toHaveLength(2);
  const settled = (await print(paid)).pages[0]?.text;
  expect(settled?.match(/PAYÉE/g)).toHaveLength(1);
});

test("an Arabic invoice runs from right to left with the locale's digits, and keeps Latin names in order", async () => {
  const pdf = await print(arabic);
  const page = pdf.pages[0];
  const at = (text: string): number => page?.placed.find((piece) => piece.text.includes(text))?.x ?? Number.NaN;
  expect(at("API")).toBeGreaterThan(300); // Descriptions on the right of a page 595 points wide,
  expect(at("٧٥٫٠٠")).toBeLessThan(150); // amounts on the left.
  expect(page?.text.replaceAll(/[\u2066-\u2069]/g, "")).toContain("Acme Trading, Inc.");
  expect(page?.text).toContain("٣٠٣٫٣١");
  expect(pdf.structure).toMatch(/\/Lang \(ar-SA\)/);
});

test("a Hebrew invoice runs from right to left with Western digits", async () => {
  const pdf = await print({ ...short, locale: "he-IL", seller: { ...short.seller, name: "אור צפוני" } });
  const page = pdf.pages[0];
  const at = (text: string): number => page?.placed.find((piece) => piece.text === text)?.x ?? Number.NaN;
  expect(at("195.00")).toBeLessThan(100);
  expect(pdf.fonts).toContain("NotoSansHebrew-SemiBold");
});

test("a Japanese invoice prints yen without decimals and the Japanese shapes of Han characters", async () => {
  const pdf = await print(japanese);
  expect(pdf.pages[0]?.text).toContain("¥46,160");
  expect(pdf.pages[0]?.text).toContain("東京都渋谷区渋谷");
  expect(pdf.fonts).toContain("NotoSansJP-Regular");
});

test("embeds only the fonts that the texts need, never a system font", async () => {
  const mixed = await print({ ...short, memo: "Ελληνικά, кириллица, हिन्दी, 中文, 한국어, עברית, العربية" });
  expect(mixed.fonts.every((font) => font.startsWith("NotoSans"))).toBe(true);
  expect(mixed.fonts).toEqual(expect.arrayContaining(["NotoSansKR-Regular", "NotoSansHebrew-Regular"]));
  expect([...(await print(short)).fonts].sort()).toEqual(["NotoSans-Regular", "NotoSans-SemiBold"]);
});

test("the PDF is tagged: PDF/UA-1, language, title, headings, table headings, and a description of the logo", async () => {
  const { structure } = await print(long);
  expect(structure).toContain("<pdfuaid:part>1</pdfuaid:part>");
  expect(structure).toMatch(/\/Lang \(en-US\)/);
  expect(structure).toContain("Invoice NL-2024-0107");
  for (const tag of ["/S /H1", "/S /H2", "/S /Table", "/S /TH", "/S /Figure"]) expect(structure).toContain(tag);
  expect(structure).toContain("/Alt (Logo of Northlight)");
});

test("an American invoice uses Letter, a British one A4", async () => {
  expect((await print({ ...short, locale: "en-US" })).structure).toContain("/MediaBox [0 0 612 792]");
  expect((await print(short)).structure).toContain("/MediaBox [0 0 595.2756 841.8898]");
});

test("an invoice without lines, taxes, dates, addresses or bank details still prints", async () => {
  const bare: InvoiceDocument = {
    ...short,
    issueDate: null,
    dueDate: null,
    billingPeriod: null,
    purchaseOrderNumber: null,
    lines: [],
    taxes: [],
    memo: null,
    footer: null,
    paymentTerms: null,
    seller: {
      ...short.seller,
      name: "",
      legalName: null,
      address: [],
      country: null,
      taxId: null,
      registration: null,
      email: null,
      bankDetails: [],
      brandColor: null,
    },
    buyer: { name: "", address: [], country: null, taxId: null, email: null },
  };
  expect((await print(bare)).pages[0]?.text).toContain("Amount due €291.55");
});

test.each([
  ["void", { status: "void" }],
  ["paid", { status: "paid", amountPaid: "291.55", amountDue: "0.00" }],
  ["settled with credit when it was issued", { creditsApplied: "291.55", amountDue: "0.00" }],
  ["overpaid", { amountPaid: "300.00", amountDue: "-8.45" }],
] as const)("an invoice that is %s does not ask for payment", async (_, members) => {
  for (const layout of ["modern", "classic", "compact"] as const) {
    const { pages } = await print({ ...short, ...members, look: { ...short.look, layout } });
    const text = pages.map((page) => page.text).join("\n");
    for (const asking of ["IBAN", "Payment details", "Due 15 Feb 2024", "Payable within"])
      expect(text).not.toContain(asking);
    // The date itself remains in the details.
    expect(text).toContain("Due date 15 Feb 2024");
  }
});

test.each([1, 12, 23, 24, 25, 41, 60, 200])("cuts off no sum with %i taxes", async (count) => {
  const taxes = Array.from({ length: count }, (_, index) => {
    return { name: `County tax ${index + 1}`, rate: "1.5", base: "245.00", amount: "3.68" };
  });
  for (const layout of ["modern", "classic", "compact"] as const) {
    const { pages } = await print({ ...short, taxes, look: { ...short.look, layout } });
    const text = pages.map((page) => page.text).join("\n");
    for (const { name } of taxes) expect(text).toContain(name);
    expect(text).toContain("Amount due €291.55");
    expect(text).toContain("Reference NL-2024-0042");
    for (const { placed } of pages) for (const { y } of placed) expect(y).toBeGreaterThan(20);
  }
});

test("cuts off no sum with many lines of bank details", async () => {
  const bankDetails = Array.from({ length: 70 }, (_, index) => ({
    label: `Bank ${index + 1}`,
    value: "DE89 3704 0044",
  }));
  const { pages } = await print({ ...short, seller: { ...short.seller, bankDetails } });
  const text = pages.map((page) => page.text).join("\n");
  for (const printed of ["Bank 70", "Reference NL-2024-0042", "Amount due €291.55"]) expect(text).toContain(printed);
});

const days = Array.from({ length: 28 }, (_, index) => {
  return { date: `2024-01-${String(index + 1).padStart(2, "0")}`, group: null, quantity: "480" };
});
const january = { title: "API calls", period: { start: "2024-01-01", end: "2024-02-01" }, days, daysLeftOut: 0 };
const steps = [
  { label: "Tier 1", quantity: "10000", unitPrice: "0", amount: "0.00" },
  { label: "Tier 2", quantity: "3440", unitPrice: "0.002", amount: "6.88" },
];
const withSteps = short.lines.map((line, index) => (index === 1 ? { ...line, steps } : line));

// The letter has less room: its window for the address, and the seller's details at the end.
test.each([
  ["modern", 28],
  ["classic", 12],
  ["compact", 28],
] as const)(
  "a small invoice in the layout %s prints tiers below their line and %i days of usage on one page",
  async (layout, count) => {
    const look = { layout, paper: null, customFields: [] };
    const usageByDay = [{ ...january, days: days.slice(0, count), measured: "13440" }];
    const { pages } = await print({ ...short, look, lines: withSteps, memo: null, footer: null, usageByDay });
    expect(pages).toHaveLength(1);
    const text = pages[0]?.text ?? "";
    expect(text).toContain("Tier 2 3,440 0.002 6.88");
    expect(text.indexOf("Tier 2")).toBeLessThan(text.indexOf("Subtotal"));
    expect(text).toContain("Measured over the period: 13,440");
    expect(text).toContain(`${count} Jan 2024 480`);
  },
);

test("usage by day that does not fit starts on its own page", async () => {
  const usageByDay = Array.from({ length: 6 }, () => ({ ...january, measured: "13440" }));
  const { pages } = await print({ ...short, usageByDay });
  expect(pages.length).toBeGreaterThan(1);
  expect(pages[0]?.text).not.toContain("Usage by day");
  expect(pages[1]?.text).toContain("Usage by day");
});
