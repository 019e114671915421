import { expect, test } from "vitest";
import { amountCredited, amountDue, creditParts, isOwed, totalsOf } from "../../src/invoices/invoice-totals.ts";
import { draft, issued, line } from "../rows/invoice.ts";

// R-INV-2: the amount due of an invoice, and what an invoice below zero gives back.

test("the total of a draft is the sum of its rounded lines, in the decimals of its currency", () => {
  const lines = [line({ amount: "33.33" }), line({ amount: "33.33" }), line({ amount: "-10" })];
  expect(totalsOf("EUR", lines)).toEqual({ subtotal: "56.66", total: "56.66" });
  expect(totalsOf("JPY", [line({ amount: "120" })])).toEqual({ subtotal: "120", total: "120" });
  expect(totalsOf("EUR", [])).toEqual({ subtotal: "0.00", total: "0.00" });
});

test("credit and payments reduce the amount due; nothing is due on a void invoice", () => {
  const partly = { total: "100.00", creditsApplied: "30", amountPaid: "25.50" };
  expect(amountDue(issued(partly)).toString()).toBe("44.50"); // 100.00 − 30.00 − 25.50
  expect(amountDue(issued({ ...partly, status: "overdue" })).toString()).toBe("44.50");
  expect(amountDue(issued({ ...partly, status: "void" })).toString()).toBe("0");
  expect(amountDue(draft()).toString()).toBe("100.00");
});

test("a draft below zero has nothing due; once issued, the credit that it gave back settles it", () => {
  expect(amountDue(draft({ total: "-20.00" })).toString()).toBe("0");
  expect(amountDue(issued({ status: "paid", total: "-20.00", creditsApplied: "-20.00" })).isZero()).toBe(true);
});

test.each([
  ["draft", false],
  ["issued", true],
  ["overdue", true],
  ["uncollectible", true],
  ["paid", false],
  ["void", false],
] as const)("the amount due of an invoice that is %s can be paid: %s", (status, expected) => {
  expect(isOwed({ status })).toBe(expected);
});

test("an invoice below zero gave back its negative credit, and a void one nothing (R-INV-8)", () => {
  const negative = { total: "-20.00", creditsApplied: "-20.00" };
  expect(amountCredited(draft({ total: "-20.00" })).toString()).toBe("20.00"); // what it will give back
  expect(amountCredited(issued({ ...negative, status: "paid" })).toString()).toBe("20.00");
  expect(amountCredited(issued({ ...negative, status: "void" })).isZero()).toBe(true);
  expect(amountCredited(issued()).isZero()).toBe(true);
});

test("an issued invoice records where its credit went; an older one gave it all to account credit", () => {
  const negative = { status: "paid", total: "-20.00", creditsApplied: "-20.00" } as const;
  const parts = [{ to: "invoice" as const, amount: "20.00", invoiceId: "inv_0" }];
  expect(creditParts(issued({ ...negative, creditedTo: parts }))).toEqual(parts);
  expect(creditParts(issued(negative))).toEqual([{ to: "account_credit", amount: "20.00" }]);
  expect(creditParts(draft({ total: "-20.00" }))).toEqual([]);
  expect(creditParts(issued({ ...negative, status: "void", creditedTo: parts }))).toEqual([]);
});
