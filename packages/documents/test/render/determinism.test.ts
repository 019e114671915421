import { expect, test } from "vitest";
import { createDocumentRenderer } from "../../src/index.ts";
import { samples, short } from "../samples/index.ts";

test("the same invoice gives the same bytes, in one process, after others, and in a new process (R-PDF-1)", async () => {
  const [first, second] = [createDocumentRenderer(), createDocumentRenderer()];
  const before = new Map<string, Uint8Array>();
  for (const [name, sample] of Object.entries(samples)) before.set(name, await first.renderInvoice(sample));
  for (const [name, sample] of Object.entries(samples).reverse()) {
    expect(Buffer.compare(await first.renderInvoice(sample), before.get(name) ?? Buffer.alloc(0)), name).toBe(0);
  }
  await first.close();
  for (const [name, sample] of Object.entries(samples)) {
    expect(Buffer.compare(await second.renderInvoice(sample), before.get(name) ?? Buffer.alloc(0)), name).toBe(0);
  }
  await second.close();
});

test("the file's only date is the invoice's, and a draft has none", async () => {
  const renderer = createDocumentRenderer();
  const issued = Buffer.from(await renderer.renderInvoice(short)).toString("latin1");
  expect(issued.match(/D:\d+/g)).toEqual(["D:20240201000000", "D:20240201000000"]);
  const draft = Buffer.from(await renderer.renderInvoice({ ...short, issueDate: null })).toString("latin1");
  expect(draft).not.toMatch(/D:\d+|CreateDate|ModifyDate/);
  await renderer.close();
});
