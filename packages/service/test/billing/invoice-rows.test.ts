import { Decimal, type InvoiceDraft } from "@counterfoil/engine";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { graceEnd, toInvoiceRow } from "../../src/billing/invoice-rows.ts";
import { loadedContract } from "../rows/loaded-contract.ts";
import { organization } from "../rows/organization.ts";
import { subscription } from "../rows/subscription.ts";

// R-INV-2: the draft of what was billed, and when it is issued automatically.

const day = (text: string) => Temporal.PlainDate.from(text);
const january: InvoiceDraft = {
  period: { start: day("2024-01-01"), end: day("2024-02-01") },
  subtotal: Decimal.of("49"),
} as InvoiceDraft;

function draftOf(now: string, members: Parameters<typeof subscription>[0] = {}) {
  const loaded = loadedContract({
    subscription: subscription({ purchaseOrderNumber: "PO-1", ...members }),
    organization: organization({ graceHours: 2 }),
  });
  return toInvoiceRow(loaded, january, { id: "inv_1", on: day("2024-02-01"), now });
}

test("counts grace in hours, even across a clock change", () => {
  expect(graceEnd("2024-03-31T00:30:00.000Z", { graceHours: 3 })).toBe("2024-03-31T03:30:00.000Z");
  expect(graceEnd("2024-03-31T00:30:00.000Z", { graceHours: 0 })).toBe("2024-03-31T00:30:00.000Z");
});

test("a draft has its local days and the subscription's terms", () => {
  expect(draftOf("2024-02-01T00:00:00.000Z")).toMatchObject({
    status: "draft",
    billingDate: "2024-02-01",
    periodStart: "2024-01-01",
    billingPeriodStart: "2023-12-31T23:00:00.000Z",
    billingPeriodEnd: "2024-01-31T23:00:00.000Z",
    timezone: "Europe/Berlin",
    subtotal: "49.00",
    tax: "0.00",
    total: "49.00",
    paymentTerms: "net_30",
    purchaseOrderNumber: "PO-1",
  });
});

test("grace begins with the billing date, however late it is billed", () => {
  expect(draftOf("2024-02-10T12:00:00.000Z").issuesAt).toBe("2024-02-01T01:00:00.000Z");
});

test("grace begins now if a contract's end is billed before its day", () => {
  expect(draftOf("2024-01-20T12:00:00.000Z").issuesAt).toBe("2024-01-20T14:00:00.000Z");
});

test("without automatic issuing, the draft waits for a user", () => {
  expect(draftOf("2024-02-01T00:00:00.000Z", { autoIssueInvoices: false }).issuesAt).toBeNull();
});
