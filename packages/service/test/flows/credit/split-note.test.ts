import { Decimal } from "@counterfoil/engine";
import { expect, test } from "vitest";
import { splitNote } from "../../../src/flows/credit/split-note.ts";
import { splitRefund } from "../../../src/flows/credit/split-refund.ts";
import { issued } from "../../rows/invoice.ts";
import { payment } from "../../rows/payment.ts";

// R-INV-8: where a credit note's amount goes.

const amount = (text: string) => Decimal.of(text);

function split(
  invoice: ReturnType<typeof issued>,
  note: { total: string; outcome: "apply" | "account_credit" },
  paid: { money?: string; grants?: string } = {},
) {
  const { applied, credited, granted } = splitNote(invoice, note, {
    money: amount(paid.money ?? "0"),
    grants: amount(paid.grants ?? "0"),
  });
  return { applied: applied.toCanonical(), credited: credited.toCanonical(), granted: granted.toCanonical() };
}

test("reduces the amount due first, and the rest becomes credit, up to the money that paid", () => {
  const partly = issued({ amountPaid: "70" });
  expect(split(partly, { total: "20", outcome: "apply" }, { money: "70" })).toEqual({
    applied: "20",
    credited: "0",
    granted: "0",
  });
  expect(split(partly, { total: "50", outcome: "apply" }, { money: "70" })).toMatchObject({
    applied: "30",
    credited: "20",
  });
});

test("account_credit leaves an open invoice unchanged", () => {
  expect(split(issued(), { total: "40", outcome: "account_credit" })).toEqual({
    applied: "0",
    credited: "40",
    granted: "0",
  });
});

test("a written-off invoice is still reduced, because it was never paid", () => {
  const given = issued({ status: "uncollectible" });
  expect(split(given, { total: "40", outcome: "account_credit" })).toMatchObject({ applied: "40", credited: "0" });
});

test("what a prepaid grant paid goes back to the grant, after the money", () => {
  const paid = issued({ status: "paid", creditsApplied: "60", amountPaid: "40" });
  const by = { money: "40", grants: "60" };
  expect(split(paid, { total: "30", outcome: "apply" }, by)).toEqual({ applied: "0", credited: "30", granted: "0" });
  expect(split(paid, { total: "70", outcome: "account_credit" }, by)).toEqual({
    applied: "0",
    credited: "40",
    granted: "30",
  });
});

test("no money is left to give back if more went back than was paid", () => {
  const paid = issued({ status: "paid", creditsApplied: "100" });
  const parts = split(paid, { total: "30", outcome: "apply" }, { money: "-10", grants: "100" });
  expect(parts).toEqual({ applied: "0", credited: "0", granted: "30" });
});

const parts = (...payments: ReturnType<typeof payment>[]) =>
  splitRefund(issued({ status: "paid" }), payments, amount("120")).map(
    ({ payment: { id }, part }) => `${id} ${part.toString()}`,
  );

test("refunds payments in the given order, each up to the part that paid the invoice", () => {
  expect(parts(payment({ id: "pay_2", appliedAmount: "80" }), payment({ id: "pay_1", appliedAmount: "80" }))).toEqual([
    "pay_2 80",
    "pay_1 40",
  ]);
  // 30 of the first payment were refunded, 10 of these from account credit: 80 − (30 − 10) is left.
  const refunded = payment({ id: "pay_2", appliedAmount: "80", refundedAmount: "30", refundedCreditAmount: "10" });
  expect(parts(refunded, payment({ id: "pay_1", appliedAmount: "80" }))).toEqual(["pay_2 60", "pay_1 60"]);
});

test("skips payments with nothing left, and payments that are not needed", () => {
  const gone = payment({ id: "pay_3", appliedAmount: "50", refundedAmount: "50" });
  const enough = payment({ id: "pay_2", appliedAmount: "120" });
  expect(parts(gone, enough, payment({ id: "pay_1" }))).toEqual(["pay_2 120"]);
});

test("refunds no more than was paid", () => {
  expect(() => parts(payment({ appliedAmount: "119.99" }))).toThrow(
    expect.objectContaining({ code: "state_conflict", message: expect.stringMatching(/119\.99 EUR.*120\.00 EUR/) }),
  );
});
