import Type from "typebox";
import { currency, decimal, instant, instantInput, nullable, oneOf, record } from "./schema.ts";

const date = Type.String({ format: "date" });

export const invoiceLinkCreation = record({
  expiresAt: Type.Optional(nullable(instantInput)),
});

export const invoiceLink = record({
  hostedInvoiceUrl: Type.String({ description: "Where whoever has it sees and pays the invoice." }),
  token: Type.String({ description: "Shown once." }),
  expiresAt: instant,
});

export const hostedInvoice = record({
  number: nullable(Type.String()),
  currency,
  status: oneOf(["draft", "issued", "paid", "overdue", "void", "uncollectible"]),
  issueDate: nullable(instant),
  dueDate: nullable(instant),
  billingPeriod: Type.String(),
  subtotal: decimal,
  tax: decimal,
  total: decimal,
  creditsApplied: decimal,
  amountPaid: decimal,
  amountRemaining: decimal,
  purchaseOrderNumber: nullable(Type.String()),
  memo: nullable(Type.String()),
  footer: nullable(Type.String()),
  sellerName: Type.String(),
  buyerName: Type.String(),
  lineItems: Type.Array(
    record({
      description: Type.String(),
      quantity: decimal,
      unitPrice: nullable(decimal),
      totalPrice: decimal,
      servicePeriod: record({ start: date, end: date }),
    }),
  ),
  canBePaid: Type.Boolean({ description: "With POST …/pay; else the bank details say where." }),
  isPaymentProcessing: Type.Boolean({ description: "A payment is on its way." }),
  bankDetails: nullable(Type.String()),
  expiresAt: instant,
});

export const begunPayment = record({
  paymentId: Type.String(),
  provider: Type.String(),
  publishableKey: nullable(Type.String()),
  clientSecret: Type.String({ description: "With which the provider's form in the browser pays it." }),
  amount: decimal,
  currency,
  status: oneOf(["pending", "requires_action", "processing", "succeeded", "failed", "canceled"]),
});
