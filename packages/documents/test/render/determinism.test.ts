import { expect, test } from "vitest";
import { createDocumentRenderer, type DocumentRenderer } from "../../src/index.ts";
import { contract, creditNote, quote, receipt, samples, short } from "../samples/index.ts";

/** Every sample of every kind, drawn by a given renderer. */
const drawings: Record<string, (renderer: DocumentRenderer) => Promise<Uint8Array>> = {
  ...Object.fromEntries(
    Object.entries(samples).map(([name, sample]) => [
      name,
      (renderer: DocumentRenderer) => renderer.renderInvoice(sample),
    ]),
  ),
  quote: (renderer) => renderer.renderQuote(quote),
  contract: (renderer) => renderer.renderQuote(contract),
  "credit note": (renderer) => renderer.renderCreditNote(creditNote),
  receipt: (renderer) => renderer.renderReceipt(receipt),
};

test("the same document gives the same bytes in one process, after others, and in a new process (R-PDF-1)", async () => {
  const [first, second] = [createDocumentRenderer(), createDocumentRenderer()];
  const before = new Map<string, Uint8Array>();
  for (const [name, draw] of Object.entries(drawings)) before.set(name, await draw(first));
  const expectSame = async (name: string, pdf: Promise<Uint8Array>): Promise<void> => {
    expect(Buffer.compare(await pdf, before.get(name) ?? Buffer.alloc(0)), name).toBe(0);
  };
  for (const [name, draw] of Object.entries(drawings).reverse()) await expectSame(name, draw(first));
  await first.close();
  for (const [name, draw] of Object.entries(drawings)) await expectSame(name, draw(second));
  await second.close();
});

test("the only date in the file is the invoice's, and a draft has none", async () => {
  const renderer = createDocumentRenderer();
  const issued = Buffer.from(await renderer.renderInvoice(short)).toString("latin1");
  expect(issued.match(/D:\d+/g)).toEqual(["D:20240201000000", "D:20240201000000"]);
  const draft = Buffer.from(await renderer.renderInvoice({ ...short, issueDate: null })).toString("latin1");
  expect(draft).not.toMatch(/D:\d+|CreateDate|ModifyDate/);
  await renderer.close();
});
