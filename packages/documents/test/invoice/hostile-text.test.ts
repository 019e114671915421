import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDocumentRenderer, type DocumentRenderer, type InvoiceDocument } from "../../src/index.ts";
import { compactText, readPdf, type ReadPdf } from "../read-pdf.ts";
import { creditNote, quote, receipt, short } from "../samples/index.ts";

let renderer: DocumentRenderer;
beforeAll(() => {
  renderer = createDocumentRenderer();
});
afterAll(() => renderer.close());

/** The same text in every member that accepts one. */
function everywhere(text: string): InvoiceDocument {
  const line = short.lines[0]!;
  return {
    ...short,
    number: text,
    purchaseOrderNumber: text,
    seller: {
      ...short.seller,
      name: text,
      legalName: text,
      address: [text],
      country: text,
      taxId: text,
      registration: text,
      email: text,
      bankDetails: [
        { label: text, value: text },
        { label: null, value: text },
      ],
    },
    buyer: { name: text, address: [text], country: text, taxId: text, email: text },
    lines: [{ ...line, description: text, detail: text, group: text }],
    taxes: [
      { name: text, rate: "19", base: "1", amount: "1" },
      { name: text, rate: null, base: "1", amount: "1" },
    ],
    usageDetail: [{ title: text, rows: [{ label: text, quantity: null, unitPrice: null, amount: null }] }],
    memo: text,
    footer: text,
    paymentTerms: text,
    notes: [text],
  };
}

async function print(document: InvoiceDocument): Promise<ReadPdf> {
  return readPdf(await renderer.renderInvoice(document));
}

test.each([
  "#panic()",
  '#import "/etc/passwd"',
  '#read("sheet.json") $ x^2 $ \\ \\u{41} `raw` *bold* _it_ @ref <label> = Heading // comment /* c */',
  '"); #sys.inputs; ("',
  "{page} {pages} {date} {currency} {base}",
  "https://example.com/?a=1&b=2#frag ~ -- --- ... 'quotes' \"quotes\"",
])("prints %s literally, never reading it as markup", async (text) => {
  const printed = compactText(await print(everywhere(text)));
  // The number and the tax names fill placeholders in fixed texts. All others are printed alone.
  expect(printed.split(text.replaceAll(/\s/g, "")).length - 1).toBeGreaterThanOrEqual(15);
});

test("control characters, non-characters and direction overrides do not reach the page", async () => {
  const hostile = "a\u0000b\u0007c\u001Bd\uFEFFe\uFFFEfg\u202Eh\u2066i\u009Fj";
  const printed = compactText(await print({ ...short, memo: hostile }));
  expect(printed).toContain("abcdefghij");
});

test("keeps line breaks of any kind", async () => {
  const { pages } = await print({ ...short, memo: "one\r\ntwo\rthree\u2028four\nfive" });
  const heights = ["one", "two", "three", "four", "five"].map((word) => {
    return pages[0]?.placed.find(({ text }) => text === word)?.y ?? Number.NaN;
  });
  expect(heights).toEqual([...heights].sort((a, b) => b - a));
  expect(new Set(heights).size).toBe(5);
});

test("draws every character of all scripts and emoji", async () => {
  const memo = "🚀 Launch 👩‍👩‍👧 party 🇩🇪! ไทย საქართველო Հայաստան বাংলা தமிழ் ខ្មែរ हिन्दी";
  const pdf = await print(everywhere(memo));
  for (const word of ["🚀Launch", "ไทย", "საქართველო", "Հայաստան", "தமிழ்"]) expect(compactText(pdf)).toContain(word);
  for (const { text } of pdf.pages) expect(text).not.toContain("\uFFFD");
  expect(pdf.structure).toContain("<pdfuaid:part>1</pdfuaid:part>");
});

test.each(["𒀀", "M\uFFFDller", "half \uD800", "\uE000"])(
  "rejects %j and names each member that contains it",
  async (text) => {
    const refused = { code: "document_undrawable" };
    for (const draw of [
      () => renderer.renderInvoice({ ...short, memo: text }),
      () => renderer.renderCreditNote({ ...creditNote, memo: text }),
      () => renderer.renderReceipt({ ...receipt, memo: text }),
    ]) {
      await expect(draw()).rejects.toMatchObject({ ...refused, problems: [{ pointer: "/memo" }] });
    }
    await expect(renderer.renderQuote({ ...quote, name: text })).rejects.toMatchObject(refused);
    const [name, address] = ["/buyer/name", "/buyer/address/0"].map((pointer) => ({ pointer }));
    const buyer = { ...short.buyer, name: text, address: [text] };
    await expect(renderer.renderInvoice({ ...short, buyer })).rejects.toMatchObject({ problems: [name, address] });
  },
);

test("prints the code points of event values that no font can draw", async () => {
  const line = { ...short.lines[0]!, description: "API calls (region 𒀀)", usageValues: ["𒀀"] };
  expect((await print({ ...short, lines: [line] })).pages[0]?.text).toContain("API calls (region U+12000)");
});

test("continues a description or a single word of 10 kB over several pages with repeated headings", async () => {
  for (const description of ["lorem ipsum ".repeat(850), "x".repeat(10_000), "数".repeat(5_000)]) {
    const pdf = await print({ ...short, lines: [{ ...short.lines[0]!, description }] });
    expect(pdf.pages.length).toBeGreaterThan(1);
    expect(compactText(pdf)).toContain(description.slice(0, 60).replaceAll(" ", ""));
    for (const { placed } of pdf.pages) for (const { x } of placed) expect(x).toBeLessThan(545); // Page 595, margin 54.
  }
});

test("renders mixed directions in documents of both directions", async () => {
  const text = "فاتورة (v2.1) שלום 123.45 — Acme, Inc.";
  for (const locale of ["en", "ar", "he"]) expect((await print({ ...everywhere(text), locale })).pages).not.toEqual([]);
});

test("either prints any text as PDF/UA-1 in any direction, or rejects it and names the member", async () => {
  const locales = fc.constantFrom("en", "ar-SA", "ja", "zh-TW", "th", "fa");
  const texts = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }));
  await fc.assert(
    fc.asyncProperty(texts, locales, async (text, locale) => {
      const pdf = await renderer.renderInvoice({ ...everywhere(text), locale }).catch((error: unknown) => {
        expect(error).toMatchObject({ code: "document_undrawable", problems: expect.arrayContaining([]) as unknown });
        return null;
      });
      if (pdf === null) return;
      const { structure, pages } = readPdf(pdf);
      expect(structure).toContain("<pdfuaid:part>1</pdfuaid:part>");
      for (const page of pages) expect(page.text).not.toContain("\uFFFD");
    }),
    { numRuns: 100 },
  );
}, 60_000);
