import jsQR from "jsqr";
import { PNG } from "pngjs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDocumentRenderer, type DocumentRenderer, type InvoiceDocument, qrPng } from "../../src/index.ts";
import { drawPages } from "../golden/draw-pages.ts";
import { compactText, readPdf } from "../read-pdf.ts";
import { payable } from "../samples/index.ts";

// jsQR reads the code that lean-qr wrote and Typst drew, from PDFium's pixels of the page.

let renderer: DocumentRenderer;
beforeAll(() => {
  renderer = createDocumentRenderer();
});
afterAll(() => renderer.close());

const content = payable.payment?.transferCode ?? "";

/** Pixels per point: 216 dpi, as for a page on a screen. */
const SCALE = 3;

async function scanned(invoice: InvoiceDocument): Promise<string | null> {
  const [page] = await drawPages(await renderer.renderInvoice(invoice), SCALE);
  if (page === undefined) throw new Error("the page is missing");
  const colors = new Uint8ClampedArray(page.width * page.height * 4).fill(255);
  page.shades.forEach((shade, at) => colors.fill(shade, at * 4, at * 4 + 3));
  return jsQR.default(colors, page.width, page.height)?.data ?? null;
}

test.each(["modern", "classic", "compact"] as const)(
  "a scanner reads the complete transfer from a page in the layout %s (R-PDF-1)",
  async (layout) => {
    expect(content).toContain("EUR291.55");
    expect(await scanned({ ...payable, look: { ...payable.look, layout } })).toBe(content);
  },
);

test.each([
  ["nothing is due", { amountDue: "0.00" }],
  ["it is void", { status: "void" }],
  ["it gave something back", { amountDue: "-5.00" }],
] as const)("an invoice of which %s prints no account, no code and no link", async (_, change) => {
  const shown = compactText(readPdf(await renderer.renderInvoice(payable)));
  const hidden = compactText(readPdf(await renderer.renderInvoice({ ...payable, ...change })));
  for (const sign of ["DE893704", "Paymentdetails", "Payonline", "billing.northlight.example/invoice"]) {
    expect(shown).toContain(sign);
    expect(hidden).not.toContain(sign);
  }
  expect(await scanned({ ...payable, ...change })).toBeNull();
});

test("mail gets the same code as an image", () => {
  const { data, width, height } = PNG.sync.read(qrPng(content));
  expect(jsQR.default(new Uint8ClampedArray(data), width, height)?.data).toBe(content);
});
