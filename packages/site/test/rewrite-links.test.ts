import { expect, test } from "vitest";
import { firstSentence } from "../src/guides/read-guides.ts";
import { rewriteLinks } from "../src/guides/rewrite-links.ts";

const rewrite = (markdown: string, copied = new Set<string>()) =>
  rewriteLinks(markdown, "docs/decisions/0001-a.md", {
    pages: new Map([
      ["docs/invoices.md", "invoices"],
      ["ARCHITECTURE.md", "architecture"],
      ["docs/README.md", ""],
    ]),
    copied,
  });

test.each([
  ["[a](../invoices.md)", "[a](/docs/invoices/)"],
  ["[a](../invoices.md#void-and-rebill)", "[a](/docs/invoices/#void-and-rebill)"],
  ["[`a` and [b]](../../ARCHITECTURE.md)", "[`a` and [b]](/docs/architecture/)"],
  ["[home](../README.md)", "[home](/docs/)"],
  ["[image](../../Dockerfile)", "image"],
  [
    "[a](#here), [b](https://example.com), [c](/docs/errors)",
    "[a](#here), [b](https://example.com), [c](/docs/errors)",
  ],
  ["`[a](../invoices.md)`", "`[a](../invoices.md)`"],
  ["```md\n[a](../invoices.md)\n```", "```md\n[a](../invoices.md)\n```"],
])("%j becomes %j", (markdown, expected) => {
  expect(rewrite(markdown)).toBe(expected);
});

test("a link to another file of docs/ copies the file", () => {
  const copied = new Set<string>();
  expect(rewrite("[rules](../alerts.yml)", copied)).toBe("[rules](/docs/alerts.yml)");
  expect([...copied]).toEqual(["docs/alerts.yml"]);
});

test.each([
  ["You can **void** an [invoice](a.md). It stays.", "You can void an invoice."],
  ["```sh\nrun\n```\n\nVersion 1.2 of `x` is out: read on.", "Version 1.2 of x is out."],
])("the first sentence of %j is %j", (markdown, expected) => {
  expect(firstSentence(markdown)).toBe(expected);
});
