import { expect, test } from "vitest";
import { checkInvoiceDocument } from "../../src/invoice/check-invoice-document.ts";
import type { InvoiceDocument } from "../../src/index.ts";
import { samples, short } from "../samples/index.ts";

function pointers(invoice: InvoiceDocument): string[] {
  return checkInvoiceDocument(invoice).map(({ pointer }) => pointer);
}

test("every sample meets the contract", () => {
  for (const sample of Object.values(samples)) expect(checkInvoiceDocument(sample)).toEqual([]);
});

test("names every invalid member, not only the first", () => {
  const line = short.lines[0]!;
  expect(
    pointers({
      ...short,
      currency: "eur",
      locale: "not a locale",
      seller: { ...short.seller, brandColor: "blue" },
      issueDate: "2024-02-30",
      billingPeriod: { start: "2024-02-01", end: "2024-02-01" },
      total: "1,000.00",
      lines: [line, { ...line, quantity: "1e3", servicePeriod: { start: "2024-13-01", end: "2024-1-1" } }],
      taxes: [{ name: "VAT", rate: "19%", base: "", amount: "1." }],
      usageDetail: [{ title: "", rows: [{ label: "", quantity: "NaN", unitPrice: null, amount: ".5" }] }],
      usageByDay: [
        {
          title: "",
          period: { start: "2024-02-01", end: "2024-01-01" },
          days: [{ date: "today", group: null, quantity: "much" }],
          daysLeftOut: 0,
          measured: "",
        },
      ],
    }),
  ).toEqual([
    "/currency",
    "/locale",
    "/seller/brandColor",
    "/issueDate",
    "/billingPeriod/end",
    "/total",
    "/lines/1/servicePeriod/start",
    "/lines/1/servicePeriod/end",
    "/lines/1/quantity",
    "/taxes/0/rate",
    "/taxes/0/base",
    "/taxes/0/amount",
    "/usageDetail/0/rows/0/quantity",
    "/usageDetail/0/rows/0/amount",
    "/usageByDay/0/period/end",
    "/usageByDay/0/measured",
    "/usageByDay/0/days/0/date",
    "/usageByDay/0/days/0/quantity",
  ]);
});

test("accepts the last day of each month as a date, and rejects the next number", () => {
  const accepts = (issueDate: string): boolean => pointers({ ...short, issueDate }).length === 0;
  expect(["2024-02-29", "2023-02-28", "2024-12-31", "2024-04-30"].every(accepts)).toBe(true);
  expect(["2023-02-29", "2024-04-31", "2024-00-10", "2024-01-00", "0024-01-01"].some(accepts)).toBe(false);
});
