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
  status: oneOf(REFUND_STATUSES, "pending until the provider answers; failed gives back what the refund took."),
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
  appliedAmount: Type.String({ format: "decimal", description: "What of it counts as paid of the invoice." }),
  creditedAmount: Type.String({ format: "decimal", description: "What was more than due, and became account credit." }),
  refundedAmount: decimal,
  status: oneOf(PAYMENT_STATUSES),
  method: oneOf(PAYMENT_METHODS),
  provider: Type.String({ description: "manual, or who took the payment." }),
  providerPaymentId: nullable(Type.String()),
  date: nullable(date),
  note: nullable(Type.String()),
  externalId: nullable(Type.String()),
  failureCode: nullable(Type.String()),
  failureReason: nullable(Type.String()),
  receiptNumber: nullable(
    Type.String({
      description:
        "Of the receipt, in a series without gaps. Null until the payment succeeds, and of payments that were received before receipts had numbers.",
    }),
  ),
  receiptSha256: nullable(
    Type.String({ description: "Hexadecimal SHA-256 of the receipt that was drawn last; null until one was." }),
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
