import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createDocumentRenderer,
  type DocumentRenderer,
  type InvoiceDocument,
  LANGUAGES,
  type PrintedPrice,
} from "../../src/index.ts";
import { readPdf, type ReadPdf } from "../read-pdf.ts";
import { payable, quote, short } from "../samples/index.ts";

// R-PDF-1: where pages end. A small invoice fits one page, and tiers stay with their product.

let renderer: DocumentRenderer;
beforeAll(() => {
  renderer = createDocumentRenderer();
});
afterAll(() => renderer.close());

const LAYOUTS = ["modern", "classic", "compact"] as const;
const PAPERS = ["a4", "letter"] as const;

/** $65.00: a plan and its usage, without taxes and bank details. 49.00 + 800 × 0.02 */
const dollars: InvoiceDocument = {
  ...short,
  currency: "USD",
  lines: short.lines.slice(0, 2).map((line, index) => ({
    ...line,
    quantity: index === 0 ? "1" : "800",
    unitPrice: index === 0 ? "49.00" : "0.02",
    amount: index === 0 ? "49.00" : "16.00",
  })),
  seller: { ...short.seller, bankDetails: [] },
  taxes: [],
  subtotal: "65.00",
  total: "65.00",
  amountDue: "65.00",
};

test.each(LAYOUTS)(
  "an invoice of 65 dollars and one in euros with payment details fit one page: %s",
  async (layout) => {
    for (const language of LANGUAGES) {
      for (const paper of PAPERS) {
        for (const [name, document] of Object.entries({ dollars, payable })) {
          const look = { ...document.look, layout, paper };
          const { pages } = readPdf(await renderer.renderInvoice({ ...document, locale: language, look }));
          expect([name, language, paper, pages.length]).toEqual([name, language, paper, 1]);
        }
      }
    }
  },
);

/** A product with four tiers, whose prices name the product: 3.01, 3.02, 3.03 and 3.04. */
function tiered(product: number): PrintedPrice {
  const sample = quote.versions[0]?.groups[1]?.prices[0];
  if (sample?.pricing.kind !== "tiers") throw new Error("the sample has no tiers");
  const tiers = [100, 200, 300, null].map((upTo, index) => ({
    upTo: upTo === null ? null : String(upTo),
    unitPrice: `${product}.0${index + 1}`,
    fixedFee: "0",
  }));
  return { ...sample, name: `Product ${product}`, pricing: { ...sample.pricing, prepaid: null, tiers } };
}

/** The pages on which a text is printed. */
function pagesWith({ pages }: ReadPdf, text: string): number[] {
  return pages.flatMap((page, index) => (page.text.replaceAll(/[ \u00A0]+/g, " ").includes(text) ? [index] : []));
}

test.each(LAYOUTS)("the tiers of a quote stay below their product, on the same page: %s", async (layout) => {
  const [version] = quote.versions;
  if (version === undefined) throw new Error("the sample has no version");
  let broken = 0;
  // The height of the description moves the page break through the tiers of a product.
  for (let lines = 0; lines < 12; lines += 1) {
    const products = Array.from({ length: 14 }, (_, index) => tiered(index + 1));
    const description = Array.from({ length: lines + 1 }, () => "A line of the description.").join("\n");
    const versions = [{ ...version, groups: [{ name: "Usage", description: null, prices: products }] }];
    const look = { ...quote.look, layout };
    const pdf = readPdf(await renderer.renderQuote({ ...quote, description, versions, look }));
    if (pdf.pages.length > 1) broken += 1;
    for (let product = 1; product <= 14; product += 1) {
      const heading = pagesWith(pdf, ` ${product} monthly, in arrears`);
      expect(heading).toHaveLength(1);
      for (let tier = 1; tier <= 4; tier += 1) {
        expect([lines, product, tier, pagesWith(pdf, ` ${product}.0${tier} `)]).toEqual([
          lines,
          product,
          tier,
          heading,
        ]);
      }
    }
  }
  expect(broken).toBeGreaterThan(6);
});
