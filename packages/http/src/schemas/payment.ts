import { REFUND_STATUSES, PAYMENT_STATUSES, PAYMENT_METHODS } from "@counterfoil/service";
import Type from "typebox";
import { amountInput, currency, decimal, nullable, oneOf, record, text, timestamps } from "./schema.ts";

const date = Type.String({ format: "date" });

export const refund = record({
  id: Type.String(),
  paymentId: Type.String(),
  amount: decimal,
  currency,
  reason: Type.String(),
  status: oneOf(REFUND_STATUSES, "pending until the provider responds. A failed refund is reversed."),
  providerRefundId: nullable(Type.String()),
  failureReason: nullable(Type.String()),
  ...timestamps,
});

export const payment = record({
  id: Type.String(),
  accountId: Type.String(),
  invoiceId: Type.String(),
  currency,
  amount: decimal,
  appliedAmount: Type.String({ format: "decimal", description: "The part that counts as paid on the invoice." }),
  creditedAmount: Type.String({
    format: "decimal",
    description: "The part that exceeded the amount due and became account credit.",
  }),
  refundedAmount: decimal,
  status: oneOf(PAYMENT_STATUSES),
  method: oneOf(PAYMENT_METHODS),
  provider: Type.String({ description: "The provider that took the payment, or `manual`." }),
  providerPaymentId: nullable(Type.String()),
  date: nullable(date),
  note: nullable(Type.String()),
  externalId: nullable(Type.String()),
  failureCode: nullable(Type.String()),
  failureReason: nullable(Type.String()),
  receiptNumber: nullable(
    Type.String({
      description:
        "The number of the receipt, from a series without gaps. Null until the payment succeeds, and for " +
        "payments received before receipts had numbers.",
    }),
  ),
  receiptSha256: nullable(
    Type.String({ description: "Hexadecimal SHA-256 of the latest receipt. Null until one has been rendered." }),
  ),
  refunds: Type.Array(refund),
  ...timestamps,
});

export const paymentCreation = record({
  amount: amountInput,
  method: oneOf(PAYMENT_METHODS),
  date: Type.Optional(nullable(date)),
  note: Type.Optional(nullable(text())),
  externalId: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 255 }))),
});

export const refundCreation = record({
  amount: amountInput,
  reason: Type.String({ minLength: 1, maxLength: 1_000 }),
});
