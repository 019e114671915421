import fc from "fast-check";
import { expect, test } from "vitest";
import { createDocumentRenderer, type InvoiceDocument } from "../../src/index.ts";
import { readPdf } from "../read-pdf.ts";
import { short } from "../samples/index.ts";

const text = fc.constantFrom("", "Seats", "API calls, second tier", "فاتورة", "請求書", "x".repeat(90), "two\nlines");
const decimal = fc.constantFrom("0", "-12.50", "1234567.89", "0.000001");
const optional = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> => fc.option(value, { freq: 2 });
const date = fc.constantFrom("2024-01-31", "2024-02-29");
const period = fc.constantFrom({ start: "2024-01-01", end: "2024-02-01" }, { start: "2024-02-29", end: "2024-03-01" });

const line = fc.record({
  kind: fc.constantFrom("charge" as const, "adjustment" as const),
  description: text,
  detail: optional(text),
  servicePeriod: optional(period),
  quantity: optional(decimal),
  unitPrice: optional(decimal),
  amount: decimal,
  group: optional(fc.constantFrom("Platform", "Usage", "")),
});
const tax = fc.record({ name: text, rate: optional(fc.constant("8.875")), base: decimal, amount: decimal });
const usageByDay = fc.record({
  title: text,
  period,
  days: fc.array(fc.record({ date, group: optional(text), quantity: decimal }), { maxLength: 60 }),
  daysLeftOut: fc.nat(40),
  measured: decimal,
});
const usage = fc.record({
  title: text,
  rows: fc.array(
    fc.record({ label: text, quantity: optional(decimal), unitPrice: optional(decimal), amount: optional(decimal) }),
    { maxLength: 50 },
  ),
});
const invoice: fc.Arbitrary<InvoiceDocument> = fc.record({
  number: optional(text),
  status: fc.constantFrom("draft", "issued", "paid", "overdue", "void", "uncollectible"),
  issueDate: optional(date),
  dueDate: optional(date),
  billingPeriod: optional(period),
  seller: fc.constantFrom(short.seller, { ...short.seller, name: "", bankDetails: [], address: [] }),
  buyer: fc.constantFrom(short.buyer, { ...short.buyer, name: "", email: null, address: [], country: null }),
  look: fc.record({
    layout: fc.constantFrom("classic", "modern", "compact"),
    paper: fc.constantFrom("a4", "letter", null),
    customFields: fc.array(fc.record({ label: text, value: text }), { maxLength: 3 }),
  }),
  purchaseOrderNumber: optional(text),
  currency: fc.constantFrom("USD", "EUR", "JPY", "THB", "KWD"),
  locale: fc.constantFrom("en-US", "de", "ar", "ar-SA", "he", "ja", "zh-TW", "ko", "th", "fa", "tr"),
  lines: fc.array(line, { maxLength: 70, size: "max" }),
  subtotal: decimal,
  taxes: fc.array(tax, { maxLength: 4 }),
  total: decimal,
  creditsApplied: decimal,
  amountPaid: decimal,
  amountDue: decimal,
  usageDetail: fc.array(usage, { maxLength: 3 }),
  usageByDay: fc.array(usageByDay, { maxLength: 3 }),
  memo: optional(text),
  footer: optional(text),
  paymentTerms: optional(text),
  notes: fc.array(text, { maxLength: 3 }),
});

test("draws any invoice as PDF/UA-1 with page numbers (R-PDF-1)", async () => {
  const warnings: string[] = [];
  const renderer = createDocumentRenderer({ onWarning: (warning) => warnings.push(warning) });
  await fc.assert(
    fc.asyncProperty(invoice, async (document) => {
      const pdf = readPdf(await renderer.renderInvoice(document));
      expect(pdf.structure).toContain("<pdfuaid:part>1</pdfuaid:part>");
      expect(pdf.fonts.every((font) => font.startsWith("NotoSans"))).toBe(true);
      expect(warnings).toEqual([]);
    }),
    { numRuns: 80 },
  );
  await renderer.close();
}, 60_000);
