import { expect, test } from "vitest";
import { renderMemo } from "../../src/invoices/memo.ts";
import { lastDay, writtenDate } from "../../src/invoices/written-date.ts";
import { issued } from "../rows/invoice.ts";

// R-INV-1: how a memo's placeholders are filled in.

const facts = {
  ...issued({
    timezone: "Europe/Berlin",
    issueDate: "2024-01-31T23:30:00.000Z", // February 1 in Berlin
    dueDate: null,
    description: null,
    total: "1234.5",
  }),
  accountName: "Globex",
};

test("fills in each placeholder, in local days; one without a value becomes empty, and an unknown one stays", () => {
  const memo = renderMemo(
    "{InvoiceNumber} for {AccountName}, {BillingPeriodStart} to {BillingPeriodEnd}: {Total} {Currency}, issued {IssueDate}, due {DueDate}{Description}, {Unknown}",
    facts,
    "en-US",
  );
  expect(memo).toBe(
    "ACME-2024-0001 for Globex, Jan 1, 2024 to Jan 31, 2024: 1234.50 EUR, issued Feb 1, 2024, due , {Unknown}",
  );
});

test("returns no memo without a template, and writes dates in the customer's language", () => {
  expect(renderMemo(null, facts, "en-US")).toBeNull();
  expect(renderMemo("{BillingPeriodEnd}", facts, "de-DE")).toBe("31.01.2024");
});

test("shows a period's last day as its end, and Gregorian days in every language", () => {
  expect(lastDay("2024-03-01")).toBe("2024-02-29");
  expect(writtenDate("2024-02-29", "th-TH")).toContain("2024");
});
