import { Decimal } from "@counterfoil/engine";
import { expect, test } from "vitest";
import { paymentAmountFaults, writtenAmount } from "../../src/invoices/payment-amount.ts";

// R-INV-7: the amount of a payment or refund.

test.each([
  ["10.00", "EUR", []],
  ["10", "JPY", []],
  ["0.001", "KWD", []],
  ["0", "EUR", ["not_positive"]],
  ["-5", "EUR", ["not_positive"]],
  ["10.001", "EUR", ["too_many_decimals"]],
  ["10.5", "JPY", ["too_many_decimals"]],
  [undefined, "EUR", []],
])("%s %s: %j", (text, currency, codes) => {
  expect(paymentAmountFaults(text, currency).map(({ code }) => code)).toEqual(codes);
});

test("writes an amount with the decimals of its currency", () => {
  expect(writtenAmount(Decimal.of("12.5"), "EUR")).toBe("12.50 EUR");
  expect(writtenAmount(Decimal.of("12"), "JPY")).toBe("12 JPY");
});
