import { expect, test } from "vitest";
import { type InvoiceTransition, refuseInvoiceTransition } from "../../src/invoices/transitions.ts";
import { draft, issued } from "../rows/invoice.ts";

// R-INV-2: what can be done with an invoice in which status. Everything else is a 409.

const STATUSES = ["draft", "issued", "overdue", "paid", "uncollectible", "void"] as const;

const ALLOWED: Record<InvoiceTransition, readonly (typeof STATUSES)[number][]> = {
  edit: ["draft"],
  delete: ["draft"],
  issue: ["draft"],
  pay: ["issued", "overdue", "uncollectible"],
  takeBackPayment: ["issued", "overdue", "uncollectible", "paid"],
  void: ["issued", "overdue", "uncollectible"],
  credit: ["issued", "overdue", "paid", "uncollectible"],
  markUncollectible: ["issued", "overdue"],
};

const inStatus = (status: (typeof STATUSES)[number]) =>
  status === "draft" ? draft({ subscriptionId: null }) : issued({ status, subscriptionId: null });

test.each(Object.entries(ALLOWED))("%s is allowed only for an invoice that is %s (R-INV-2)", (name, from) => {
  for (const status of STATUSES) {
    const attempt = () => refuseInvoiceTransition(inStatus(status), name as InvoiceTransition);
    if (from.includes(status)) expect(attempt).not.toThrow();
    else expect(attempt).toThrow(expect.objectContaining({ code: "state_conflict", status: 409 }));
  }
});

test("a refusal names the status, and what can be done instead", () => {
  expect(() => refuseInvoiceTransition(issued({ status: "paid" }), "void")).toThrow(
    /is paid\b.*can void it only while it is issued, overdue or uncollectible/,
  );
  expect(() => refuseInvoiceTransition(issued(), "edit")).toThrow(
    /is issued\b.*can pay it, void it or mark it uncollectible\.$/,
  );
  expect(() => refuseInvoiceTransition(draft(), "pay")).toThrow(/can edit it or issue it\.$/);
});

test("refuses to void a partly paid invoice, whatever its status (R-INV-2)", () => {
  const partly = issued({ status: "overdue", amountPaid: "0.01" });
  expect(() => refuseInvoiceTransition(partly, "void")).toThrow(/because 0\.01 EUR of it is paid/);
  expect(() => refuseInvoiceTransition(partly, "pay")).not.toThrow();
  // Credit that it used goes back to the account, so it does not prevent voiding.
  expect(() => refuseInvoiceTransition(issued({ creditsApplied: "40" }), "void")).not.toThrow();
});

test("refuses to delete the draft of a subscription, which bills what is owed (R-INV-2)", () => {
  expect(() => refuseInvoiceTransition(draft(), "delete")).toThrow(expect.objectContaining({ code: "state_conflict" }));
  expect(() => refuseInvoiceTransition(draft({ subscriptionId: null }), "delete")).not.toThrow();
});
