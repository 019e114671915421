import { copyFileSync, readFileSync, renameSync, truncateSync, writeFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { DocumentRenderer } from "../../src/index.ts";
import { readPdf } from "../read-pdf.ts";
import { creditNote, japanese, quote, receipt, short } from "../samples/index.ts";
import { copyRenderer, type CopiedRenderer } from "./copied-renderer.ts";

// When a font of a running server is missing, truncated or replaced, nothing is drawn without it. Once it is restored,
// everything is drawn.

let copied: CopiedRenderer;
let renderer: DocumentRenderer;
const regular = "NotoSansJP_400Regular.ttf";
const semibold = "NotoSansJP_600SemiBold.ttf";
const fonts = [regular, semibold, "NotoSans_400Regular.ttf"];

beforeAll(async () => {
  copied = await copyRenderer();
  for (const name of fonts) copyFileSync(copied.font(name), `${copied.font(name)}.kept`);
});
beforeEach(() => {
  renderer = copied.createDocumentRenderer();
});
afterEach(async () => {
  await renderer.close();
  for (const name of fonts) copyFileSync(`${copied.font(name)}.kept`, copied.font(name));
});
afterAll(() => copied.remove());

const inJapanese = "請求書";
const textOf = (bytes: Uint8Array): string =>
  readPdf(bytes)
    .pages.map(({ text }) => text)
    .join("")
    .replaceAll(" ", "");
const unusable = (what: string) => ({
  code: "document_fonts_unusable",
  message: expect.stringContaining(what) as string,
});

/** What happens to a font file, and how it is reported. */
const faults: Record<string, { spoil: (file: string) => void; told: string }> = {
  "is gone": { spoil: (file) => renameSync(file, `${file}.aside`), told: `${regular} is missing` },
  "is cut off": { spoil: (file) => truncateSync(file, 1_000_000), told: `${regular} is damaged` },
  "is empty": { spoil: (file) => truncateSync(file, 0), told: regular },
  "is all zeros": { spoil: (file) => writeFileSync(file, Buffer.alloc(5_000_000)), told: regular },
  "has one other byte": {
    spoil: (file) => {
      const bytes = readFileSync(file);
      bytes.writeUInt8(bytes.readUInt8(3_000_000) ^ 1, 3_000_000);
      writeFileSync(file, bytes);
    },
    told: `${regular} is damaged`,
  },
};

test.each(Object.keys(faults))(
  "draws no document that needs a font whose file %s, and draws all others",
  async (fault) => {
    const { spoil, told } = faults[fault]!;
    // The process has started but has not read a Japanese font yet.
    await renderer.renderInvoice(short);
    spoil(copied.font(regular));
    await expect(renderer.renderInvoice(japanese)).rejects.toMatchObject(unusable(told));
    expect(textOf(await renderer.renderInvoice(short))).toContain("Invoice");
    // Once the font is restored, the next document is drawn without a restart.
    copyFileSync(`${copied.font(regular)}.kept`, copied.font(regular));
    expect(textOf(await renderer.renderInvoice(japanese))).toContain(inJapanese);
  },
);

test("reports a font that disappears after documents were drawn with it", async () => {
  expect(textOf(await renderer.renderInvoice(japanese))).toContain(inJapanese);
  renameSync(copied.font(semibold), `${copied.font(semibold)}.aside`);
  await expect(renderer.renderInvoice(japanese)).rejects.toMatchObject(unusable(`${semibold} is missing`));
  renameSync(`${copied.font(semibold)}.aside`, copied.font(semibold));
  expect(textOf(await renderer.renderInvoice(japanese))).toContain(inJapanese);
});

test("reports the font that all documents need, for every kind of document", async () => {
  renameSync(copied.font("NotoSans_400Regular.ttf"), `${copied.font("NotoSans_400Regular.ttf")}.aside`);
  const outcomes = await Promise.allSettled([
    renderer.renderInvoice(short),
    renderer.renderCreditNote(creditNote),
    renderer.renderQuote(quote),
    renderer.renderReceipt(receipt),
  ]);
  const reason = unusable("NotoSans_400Regular.ttf is missing");
  expect(outcomes).toMatchObject(outcomes.map(() => ({ status: "rejected", reason })));
});

test("draws with a font that was replaced by an identical file, in another process", async () => {
  await renderer.renderInvoice(japanese);
  const [before] = renderer.processIds();
  copyFileSync(`${copied.font(regular)}.kept`, copied.font(regular));
  expect(textOf(await renderer.renderInvoice(japanese))).toContain(inJapanese);
  expect(renderer.processIds()).not.toEqual([before]);
});

test("a server that starts without a font names it, and draws documents that do not need it", async () => {
  renameSync(copied.font(regular), `${copied.font(regular)}.aside`);
  // Chinese and Korean fonts are not installed here.
  await expect(renderer.warm()).rejects.toMatchObject(unusable(regular));
  await expect(renderer.warm()).rejects.toMatchObject(unusable("NotoSansKR_400Regular.ttf"));
  expect(textOf(await renderer.renderInvoice(short))).toContain("Invoice");
});
