import { expect, test } from "vitest";
import { draftInPlaceOf } from "../../../src/flows/void/draft-in-place-of.ts";
import { invoiceState } from "../../../src/invoices/index.ts";
import { issued } from "../../rows/invoice.ts";
import { organization } from "../../rows/organization.ts";
import { subscription } from "../../rows/subscription.ts";

// R-INV-2: the draft that bills a void invoice again.

const now = "2024-03-01T10:00:00.000Z";
const voided = issued({
  id: "inv_0",
  series: "invoice/2024",
  sequence: "7",
  creditsApplied: "40",
  memo: "Own memo",
  footer: "Own foot",
  externalId: "ext_1",
  documentSha256: "00",
  purchaseOrderNumber: "PO-OLD",
});
const parts = { organization: organization({ graceHours: 2 }), id: "inv_1", now };
const contract = subscription({ invoicePaymentTerms: "net_7", purchaseOrderNumber: "PO-NEW" });

test("is a draft for the same day and period, without anything from issuing", () => {
  const draft = draftInPlaceOf(voided, { ...parts, subscription: contract });
  expect(invoiceState(draft).status).toBe("draft");
  expect(draft).toMatchObject({
    id: "inv_1",
    replacesInvoiceId: "inv_0",
    billingDate: voided.billingDate,
    periodStart: voided.periodStart,
    creditsApplied: "0",
    createdAt: now,
  });
  const kept = ["number", "series", "sequence", "issueDate", "dueDate", "overdueAt", "seller", "buyer"] as const;
  for (const member of [...kept, "externalId", "documentSha256", "eInvoice"] as const) expect(draft[member]).toBeNull();
});

test("a subscription's draft has today's terms and a new grace, and its texts come from the templates", () => {
  expect(draftInPlaceOf(voided, { ...parts, subscription: contract })).toMatchObject({
    paymentTerms: "net_7",
    purchaseOrderNumber: "PO-NEW",
    memo: null,
    footer: null,
    issuesAt: "2024-03-01T12:00:00.000Z", // two hours of grace
  });
  const manual = draftInPlaceOf(voided, { ...parts, subscription: { ...contract, autoIssueInvoices: false } });
  expect(manual.issuesAt).toBeNull();
});

test("a one-off draft keeps its terms and texts, and waits for a user to issue it", () => {
  expect(draftInPlaceOf({ ...voided, subscriptionId: null }, { ...parts, subscription: undefined })).toMatchObject({
    paymentTerms: "net_30",
    purchaseOrderNumber: "PO-OLD",
    memo: "Own memo",
    footer: "Own foot",
    issuesAt: null,
  });
});
