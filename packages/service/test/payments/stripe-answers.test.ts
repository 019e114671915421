import type Stripe from "stripe";
import { expect, test } from "vitest";
import { toProviderPayment, toProviderRefund, toStoredMethod } from "../../src/payments/stripe/stripe-answers.ts";

// R-INV-7: Stripe's answers, converted to our payments and refunds.

const intent = (members: object = {}) =>
  ({
    id: "pi_1",
    status: "succeeded",
    payment_method: null,
    last_payment_error: null,
    client_secret: "secret",
    metadata: { counterfoil_payment: "pay_1" },
    ...members,
  }) as unknown as Stripe.PaymentIntent;

test.each([
  ["succeeded", "succeeded"],
  ["processing", "processing"],
  ["canceled", "canceled"],
  ["requires_payment_method", "requires_action"],
  ["requires_action", "requires_action"],
  ["requires_capture", "requires_action"],
])("an intent with status %s is a payment with status %s", (status, expected) => {
  expect(toProviderPayment(intent({ status })).status).toBe(expected);
});

test.each([
  [{ type: "card" }, "card"],
  [{ type: "sepa_debit" }, "direct_debit"],
  [{ type: "us_bank_account" }, "direct_debit"],
  [{ type: "paypal" }, "other"],
  ["pm_1", "other"],
  [null, "other"],
])("converts the method %j to %s", (method, expected) => {
  expect(toProviderPayment(intent({ payment_method: method })).method).toBe(expected);
});

test("the reason of a decline is the bank's message, or Stripe's", () => {
  const declined = (error: object) => toProviderPayment(intent({ last_payment_error: error })).failure;
  expect(declined({ decline_code: "insufficient_funds", code: "card_declined", message: "No." })).toEqual({
    code: "insufficient_funds",
    reason: "No.",
  });
  expect(declined({ code: "expired_card" })?.code).toBe("expired_card");
  expect(declined({})?.code).toBe("declined");
  expect(toProviderPayment(intent()).failure).toBeNull();
  // The error names the declined method.
  expect(toProviderPayment(intent({ last_payment_error: { payment_method: { type: "card" } } })).method).toBe("card");
});

test("only objects with our ID are ours", () => {
  expect(toProviderPayment(intent()).paymentId).toBe("pay_1");
  expect(toProviderPayment(intent({ metadata: {} })).paymentId).toBeNull();
});

test.each([
  ["succeeded", "succeeded", null],
  ["pending", "processing", null],
  ["requires_action", "processing", null],
  ["failed", "failed", "lost"],
  ["canceled", "failed", "lost"],
])("a refund with status %s is %s", (status, expected, failureReason) => {
  const refund = { id: "re_1", status, failure_reason: "lost", metadata: { counterfoil_refund: "ref_1" } };
  expect(toProviderRefund(refund as unknown as Stripe.Refund)).toMatchObject({
    status: expected,
    failureReason,
    refundId: "ref_1",
  });
});

test("only brand, last digits and expiry of a method are stored", () => {
  const card = {
    type: "card",
    card: { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2030, number: "4242424242424242" },
  };
  expect(toStoredMethod(card as unknown as Stripe.PaymentMethod)).toEqual({
    type: "card",
    brand: "visa",
    last4: "4242",
    expiryMonth: 12,
    expiryYear: 2030,
  });
});
