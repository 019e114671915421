import type { InvoiceRow } from "@counterfoil/storage";
import { expect, expectTypeOf, test } from "vitest";
import { type InvoiceState, invoiceState, requireIssued } from "../../src/invoices/invoice-state.ts";

// R-INV-2: a draft has no number; what was issued has a number, a date and both parties; a void invoice has a reason.

const draft = { id: "inv_1", status: "draft", number: null, issueDate: null, seller: null, buyer: null } as InvoiceRow;
const issued = {
  ...draft,
  status: "overdue",
  number: "INV-1",
  issueDate: "2026-01-31T00:00:00Z",
  seller: { name: "Acme" },
  buyer: { name: "Ada" },
} as InvoiceRow;
const voided = { voidedAt: "2026-02-01T00:00:00Z", voidReason: "Wrong customer" };

test("the state of an invoice has the members that its status guarantees (R-INV-2)", () => {
  expect(invoiceState(draft)).toEqual(draft);
  expect(invoiceState(issued)).toEqual(issued);
  expect(invoiceState({ ...issued, ...voided, status: "void" })).toMatchObject({ number: "INV-1", ...voided });
  expectTypeOf<Extract<InvoiceState, { status: "draft" }>["number"]>().toEqualTypeOf<null>();
  expectTypeOf<Extract<InvoiceState, { status: "void" }>["voidReason"]>().toEqualTypeOf<string>();
  expectTypeOf<Exclude<InvoiceState, { status: "draft" }>["number"]>().toEqualTypeOf<string>();
});

test.each([
  ["a draft with a number", { ...draft, number: "INV-1" }, "draft inv_1 has the number INV-1"],
  ["no number", { ...issued, number: null }, "invoice inv_1 is overdue and has no number"],
  ["no issue date", { ...issued, issueDate: null }, "has no issue date"],
  ["no seller", { ...issued, seller: null }, "its parties are not frozen"],
  ["no buyer", { ...issued, buyer: null }, "its parties are not frozen"],
  ["void without a reason", { ...issued, ...voided, status: "void" as const, voidReason: null }, "has no reason"],
])("refuses a row with %s (R-INV-2)", (_, row, message) => {
  expect(() => invoiceState(row)).toThrow(message);
});

test("requireIssued refuses a draft (R-INV-2)", () => {
  expect(() => requireIssued(draft)).toThrow("invoice inv_1 is a draft");
  expect(requireIssued(issued).number).toBe("INV-1");
});
