import { Decimal } from "@counterfoil/engine";
import { expect, test } from "vitest";
import { minorAmount } from "../../src/payments/stripe/minor-amount.ts";

// R-INV-7: amounts in Stripe's format. Its currency table differs from ISO 4217.

test.each([
  ["12.50", "EUR", 1250],
  ["0.01", "USD", 1],
  ["500", "JPY", 500],
  ["500.5", "JPY", undefined],
  ["1.234", "KWD", 1234],
  ["100", "ISK", 10000], // no decimals in ISO 4217, two at Stripe
  ["7", "MGA", 7], // two in ISO 4217, none at Stripe
  ["0.001", "EUR", undefined],
  ["99999999999999999.99", "EUR", undefined], // more than a JSON number can represent exactly
])("%s %s is %s", (amount, currency, minor) => {
  expect(minorAmount(Decimal.of(amount), currency)).toBe(minor);
});
