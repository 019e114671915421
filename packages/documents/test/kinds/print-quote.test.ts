import { afterAll, beforeAll, expect, test } from "vitest";
import { createDocumentRenderer, type DocumentRenderer, type PrintedQuote } from "../../src/index.ts";
import { readPdf } from "../read-pdf.ts";
import { contract, quote } from "../samples/index.ts";

let renderer: DocumentRenderer;
const warnings: string[] = [];
beforeAll(() => {
  renderer = createDocumentRenderer({ onWarning: (warning) => warnings.push(warning) });
});
afterAll(async () => {
  await renderer.close();
  expect(warnings).toEqual([]);
});

async function textOf(document: PrintedQuote): Promise<string> {
  const { pages } = readPdf(await renderer.renderQuote(document));
  return pages
    .map(({ text }) => text)
    .join(" ")
    .replaceAll(/[ \u00A0]+/g, " ");
}

test("prints the offer with every pricing model, its expiry date, and where to sign (R-SUB-1, R-PDF-1)", async () => {
  const text = await textOf(quote);
  for (const printed of [
    "Northlight for Harbour & Pine Valid until 2 Mar 2024",
    "Contract start 1 Mar 2024 Contract end 28 Feb 2025 Renewal Automatic Trial 14 days",
    "Payment term 30 days",
    "Seats monthly, in advance 12 39.00 468.00",
    "Onboarding Two workshops, on site or remote one-off, in advance 1 250.00 250.00",
    "API calls monthly, in arrears · per call · each unit at the price of its own tier",
    "1,000 · flat fee 10.00 0.15 > 1,000 – 50,000 0.10 > 50,000 0.05",
    "all units at the price of the tier reached",
    "Payments monthly, in arrears · €0.30 per event 2.9%",
    "per message · per package of 1,000 · 5,000 included 4.00",
    "Maximum €900.00 region=eu, size=large 0.02",
    "All other combinations 0.03",
    "Trial: 30 days 0.0009",
    "Formula: max(calls * 0.001, 25)",
    // R-SUB-8: the adjustments of some items, of the version, and of the whole, in the order in which they are applied.
    "API calls, Storage: Discount 15% API calls, Storage: Minimum €200.00 · monthly",
    "Discount €25.00 · monthly · for 1 year Maximum €20,000.00 · yearly Discount 10% · for 3 months Minimum €500.00 · monthly",
    "Fixed prices, monthly before discounts 468.00 Fixed prices, one-off before discounts 250.00",
    "Included Single sign-on Projects: 50",
    "Name and title Place and date Signature",
  ]) {
    expect(text).toContain(printed);
  }
  expect(text.replaceAll(" ", "")).toContain(quote.sha256);
});

test("a signed quote shows the signer and the date and has no signature fields; versions show their start date", async () => {
  const text = await textOf({ ...contract, locale: "en-IE", name: "Service" });
  expect(text).toContain("Signed by Ada Byron, Head of Engineering Signed on 12 Feb 2024");
  expect(text).not.toContain("Place and date");
  expect(text).not.toContain("Valid until");
  expect(text).toContain("Contract end Open-ended");
  expect(text).toMatch(/From 1 Mar 2024 Description .* From 1 Mar 2025 Description /);
});

test("prints the terms of each version, in the currency of the invoices (R-SUB-8, R-SUB-9)", async () => {
  const text = await textOf({ ...contract, locale: "en-IE", name: "Service", currency: "USD", invoicedIn: "EUR" });
  expect(text).toMatch(/Commercial terms · From 1 Mar 2024 API calls, Storage: Discount 15%.*Discount €25\.00/);
  expect(text).toMatch(/Commercial terms · From 1 Mar 2025 API calls, Storage: Discount 15%.*Discount €25\.00/);
  expect(text).toContain("Commercial terms Discount 10% · for 3 months Minimum €500.00 · monthly");
  expect(text).toContain("Maximum €900.00");
});

test("without a discount, fixed prices have no remark about discounts", async () => {
  const versions = quote.versions.map((version) => ({ ...version, scopes: [] }));
  const adjustments = { ...quote.adjustments, discount: null };
  const text = await textOf({ ...quote, versions, adjustments });
  expect(text).toContain("Fixed prices, monthly 468.00 Fixed prices, one-off 250.00");
});

test("marks each page of a draft, which has neither date nor hash", async () => {
  const { pages, structure } = readPdf(
    await renderer.renderQuote({ ...quote, status: "draft", issueDate: null, validUntil: null, sha256: null }),
  );
  for (const { text } of pages) expect(text).toContain("DRAFT");
  expect(structure).not.toMatch(/D:\d+/);
});

test("names the path of every invalid member", async () => {
  const [version] = quote.versions;
  if (version === undefined) throw new Error("the sample sells nothing");
  const wrong = {
    ...quote,
    contractStart: "tomorrow",
    versions: [{ ...version, fixedTotals: [{ interval: "daily", amount: "1e3" }] }],
  } as const;
  await expect(renderer.renderQuote(wrong)).rejects.toMatchObject({
    code: "document_invalid",
    problems: [{ pointer: "/contractStart" }, { pointer: "/versions/0/fixedTotals/0/amount" }],
  });
});

test("prints the number of a quote, and nothing for a quote without one", async () => {
  expect(await textOf({ ...quote, number: "Q-2024-0007-2" })).toContain("Quote number Q-2024-0007-2");
  expect(await textOf(quote)).not.toContain("Q-2024");
});
