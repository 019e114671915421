import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDocumentRenderer, type DocumentRenderer } from "../../src/index.ts";
import {
  arabic,
  contract,
  creditNote,
  draft,
  japanese,
  long,
  longNames,
  manyTaxes,
  payable,
  payableArabic,
  quote,
  receipt,
  short,
  usageByDayArabic,
} from "../samples/index.ts";
import { drawPages, fromPng, greatestDifference, toPng, type PagePicture } from "./draw-pages.ts";

// `GOLDENS=write` rewrites the images. Look at each of them before you commit it.

const folder = join(import.meta.dirname, "pages");
/** Of 255. A changed digit changes its block by 20 or more. */
const TOLERANCE = 10;

let renderer: DocumentRenderer;
beforeAll(() => {
  renderer = createDocumentRenderer();
});
afterAll(() => renderer.close());

const look = (layout: "classic" | "compact") => {
  return { layout, paper: null, customFields: [{ label: "Supplier number", value: "A-7741" }] };
};

const pages: Record<string, () => Promise<Uint8Array>> = {
  short: () => renderer.renderInvoice(short),
  "short-classic": () => renderer.renderInvoice({ ...short, look: look("classic") }),
  "long-compact": () => renderer.renderInvoice({ ...long, look: look("compact") }),
  "long-names": () => renderer.renderInvoice(longNames),
  draft: () => renderer.renderInvoice(draft),
  arabic: () => renderer.renderInvoice(arabic),
  "arabic-classic": () => renderer.renderInvoice({ ...arabic, look: look("classic") }),
  japanese: () => renderer.renderInvoice(japanese),
  "usage-by-day": () => renderer.renderInvoice(usageByDayArabic),
  quote: () => renderer.renderQuote(quote),
  "quote-classic": () => renderer.renderQuote({ ...quote, look: look("classic") }),
  contract: () => renderer.renderQuote(contract),
  "credit-note": () => renderer.renderCreditNote(creditNote),
  receipt: () => renderer.renderReceipt(receipt),
  payable: () => renderer.renderInvoice(payable),
  "payable-classic": () => renderer.renderInvoice({ ...payable, look: look("classic") }),
  "payable-compact": () => renderer.renderInvoice({ ...payable, look: look("compact") }),
  "payable-arabic": () => renderer.renderInvoice(payableArabic),
  "many-taxes": () => renderer.renderInvoice(manyTaxes),
  "no-lines": () => renderer.renderInvoice({ ...short, lines: [], taxes: [], memo: null }),
};

test.each(Object.keys(pages))("%s looks like its reviewed image (R-PDF-1)", async (name) => {
  const drawn = await drawPages((await pages[name]?.()) ?? new Uint8Array());
  expect(drawn.length).toBeGreaterThan(0);
  drawn.forEach((page, index) => comparePage(page, `${name}-${index + 1}.png`));
  expect(existsSync(join(folder, `${name}-${drawn.length + 1}.png`)), "a page more than there was").toBe(false);
});

test("detects a changed digit and a page of another document", async () => {
  const [page] = await drawPages(await renderer.renderInvoice(short));
  const [changed] = await drawPages(await renderer.renderInvoice({ ...short, amountDue: "891.55" }));
  const [other] = await drawPages(await renderer.renderInvoice(japanese));
  if (page === undefined || changed === undefined || other === undefined) throw new Error("a page is missing");
  expect(greatestDifference(page, page)).toBe(0);
  expect(greatestDifference(page, changed)).toBeGreaterThan(TOLERANCE);
  expect(greatestDifference(page, other)).toBeGreaterThan(TOLERANCE);
});

test("compares every stored image, and there is one for each page", () => {
  expect(compared.size).toBeGreaterThan(0);
  expect(readdirSync(folder).toSorted()).toEqual([...compared].toSorted());
});

const compared = new Set<string>();

function comparePage(page: PagePicture, file: string): void {
  compared.add(file);
  const golden = join(folder, file);
  if (process.env["GOLDENS"] === "write") return writeFileSync(golden, toPng(page));
  const seen = join(tmpdir(), "counterfoil-pages", file);
  const difference = existsSync(golden) ? greatestDifference(page, fromPng(readFileSync(golden))) : 255;
  if (difference <= TOLERANCE) return;
  mkdirSync(join(seen, ".."), { recursive: true });
  writeFileSync(seen, toPng(page));
  expect.soft(difference, `${golden} looks different now: ${seen}`).toBeLessThanOrEqual(TOLERANCE);
}
